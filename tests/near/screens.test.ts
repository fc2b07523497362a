import { describe, expect, test } from 'vitest';
import { resolveMessages } from './changed-messages';
import { readGraph, reach } from './module-graph';
import { entriesAt, impliedEdges, type Messages, messageOf } from './screens';

const messages: Messages = {
  orders: { title: 'Orders', more: 'More' },
  refund: { action: 'Refund', sheet: { title: 'Refund', amount: 'Amount' } },
};

test.each([
  [['words', 'refund', 'sheet', 'title'], 'refund.sheet.title'],
  [['desk', 'words', 'orders'], 'orders'],
  [['refund', 'action'], 'refund.action'],
  [['words', 'refund', 'action', 'length'], 'refund.action'],
  [['dump', 'orders', 'find'], undefined],
  [['dump', 'orders'], undefined],
  [['page', 'goto'], undefined],
])('the property chain %j names the message %s', (chain, message) => {
  expect(messageOf(messages, chain)).toBe(message);
});

const page = 'app/(admin)/i/[installId]/orders/page.tsx';
const order = 'app/(admin)/i/[installId]/orders/[orderId]/page.tsx';
const actions = 'app/(admin)/i/[installId]/orders/[orderId]/actions.ts';
const route = 'app/api/i/[installId]/orders/[orderId]/route.ts';
const texts: Record<string, string> = {
  'messages/en.json': JSON.stringify(messages),
  [page]: "import '@/components/list'; import './actions';",
  'app/(admin)/i/[installId]/orders/new/page.tsx': '',
  'app/(admin)/i/[installId]/layout.tsx': "import '@/components/frame';",
  [order]: "import { refundAction } from './actions'; import '@/components/refund';",
  [actions]: `import { refund } from '@/lib/refund.server'; import { tag } from '@/lib/tag.server';
    export async function refundAction() { return refund(); }
    export const tagAction = () => tag();`,
  [route]: "import { read } from '@/lib/read.server'; export const GET = () => read();",
  'components/frame.tsx': "useTranslations('frame');",
  'components/list.tsx': "useTranslations('orders');",
  'components/refund.tsx': "useTranslations('refund.sheet');",
  'components/tags.tsx': '',
  'components/query.ts':
    'fetchJson(`/api${installPath(installId, `/orders/${encodeURIComponent(orderId)}`)}`)',
  'lib/refund.server.ts': '',
  'lib/tag.server.ts': '',
  'lib/read.server.ts': '',
  'server/app.ts': '',
  'tests/support/app.ts': "start('server/app.ts')",
};
const fed = [
  { source: 'components/refund.tsx', feed: 'refundAction', at: actions },
  { source: 'components/tags.tsx', feed: 'tagAction', at: actions },
];
const graph = readGraph({ files: Object.keys(texts), read: (file) => texts[file] ?? '' }, impliedEdges(fed));
const near = (file: string) => [...reach(graph, [file], { near: true }).keys()];

describe('an address', () => {
  test.each([
    ['/orders', [page]],
    ['/i/*/orders', [page]],
    ['/orders/*', [order]],
    ['/orders/new', ['app/(admin)/i/[installId]/orders/new/page.tsx']],
    ['/api/i/*/orders/*', [route]],
    ['/nowhere', []],
  ])('%s is answered by %j', (address, entries) => {
    expect(entriesAt(graph, address)).toEqual(entries);
  });
});

describe('a dependency without an import', () => {
  test('a layout is loaded with every page below it', () => {
    expect(near('components/frame.tsx')).toEqual(expect.arrayContaining([page, order]));
  });

  test('a component depends on the route that it fetches', () => {
    expect(near('lib/read.server.ts')).toContain('components/query.ts');
  });

  test('a component depends on what its own action uses, and not on what another action in the same file uses', () => {
    expect(near('lib/refund.server.ts')).toContain('components/refund.tsx');
    expect(near('lib/refund.server.ts')).not.toContain('components/tags.tsx');
  });

  test('the app depends on its pages only as a program that is started', () => {
    expect(near('components/list.tsx')).not.toContain('tests/support/app.ts');
    expect([...reach(graph, ['components/list.tsx'], { near: false }).keys()]).toContain(
      'tests/support/app.ts',
    );
  });
});

describe('a change in a messages file', () => {
  const resolve = (now: Messages, before: Messages | undefined = messages) =>
    resolveMessages(graph, ['messages/en.json'], { before: () => before, now: () => now });

  test('counts as a change of the files that show the differing message', () => {
    const sheet = { title: 'Give back', amount: 'Amount' };
    expect(resolve({ ...messages, refund: { action: 'Refund', sheet } })).toEqual(['components/refund.tsx']);
  });

  test('counts as a change of the messages file itself if no message differs or no earlier version exists', () => {
    expect(resolve(messages)).toEqual(['messages/en.json']);
    expect(
      resolveMessages(graph, ['messages/en.json'], { before: () => undefined, now: () => messages }),
    ).toEqual(['messages/en.json']);
  });
});
