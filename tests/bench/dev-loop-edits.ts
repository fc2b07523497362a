/** A change of one source file, which the benchmark dev-loop.ts makes and later takes back. */
export type FileEdit = {
  name: 'component' | 'message' | 'server page' | 'use case' | 'worker, restarted' | 'sandbox, restarted';
  file: string;
  /** The text in the file that the benchmark replaces. It must occur exactly once in the file. */
  from: string;
  to: (round: number) => string;
};

/** Number of rows on a page of the order list after the edit of a round. */
export const pageSize = (round: number): number => 50 - round;

/** The edits of the benchmark dev-loop.ts, one for each kind of source file. */
export const fileEdits: readonly FileEdit[] = [
  {
    name: 'component',
    file: 'components/orders/list/orders-screen.tsx',
    from: "<ScreenHeading title={t('title')} />",
    to: (round) => `<ScreenHeading title={\`\${t('title')} component-${round}\`} />`,
  },
  {
    name: 'message',
    file: 'messages/ar.json',
    from: '"title": "الطلبات"',
    to: (round) => `"title": "message-${round}"`,
  },
  {
    name: 'server page',
    file: 'app/(admin)/i/[installId]/orders/page.tsx',
    from: '      <OrdersScreen\n',
    to: (round) => `      <p>page-${round}</p>\n      <OrdersScreen\n`,
  },
  {
    name: 'use case',
    file: 'lib/orders/list/list-orders.server.ts',
    from: 'const pageSize = 50;',
    to: (round) => `const pageSize = ${pageSize(round)};`,
  },
  {
    name: 'worker, restarted',
    file: 'lib/worker/main.ts',
    from: "console.log('ready worker');",
    to: (round) => `console.log('worker-${round}');`,
  },
  {
    name: 'sandbox, restarted',
    file: 'sandbox/admin/english.ts',
    from: "pickStore: 'Pick a store'",
    to: (round) => `pickStore: 'sandbox-${round}'`,
  },
];
