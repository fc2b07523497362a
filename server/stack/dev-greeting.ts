import type { StackSettings } from './stack-env';

/**
 * Returns the text that `npm run dev` prints when all its programs run: the URLs, and what happens when a file is
 * changed.
 */
export function devGreeting(dev: {
  settings: StackSettings;
  /** The URL that shows the app's order list inside the store admin. */
  firstPage: string;
  databaseUrl: string;
  inspect: boolean;
  debuggers: Record<string, number>;
  seconds: number;
}): string {
  const { appUrl, sandboxUrl, dataDir } = dev.settings;
  const open = Object.entries(dev.debuggers).map(([name, port]) => `${name} 127.0.0.1:${port}`);
  const rows: [string, string][] = [
    ['Orders', dev.firstPage],
    ['Store admin', sandboxUrl],
    ['Portal', `${sandboxUrl}/portal`],
    ['Components', `${appUrl}/ui`],
    ['Database', `npm run db, or ${dev.databaseUrl}`],
    ...(dev.inspect ? [['Debuggers', open.join(', ')] as [string, string]] : []),
    ['Logs', `${dataDir}/logs`],
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  return [
    '',
    ...rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`),
    '',
    '  A saved file is visible in a second or two; worker and sandbox restart when their code changes.',
    '  Ctrl-C ends everything and keeps the data; npm run dev -- --reset starts over.',
    `  Started in ${dev.seconds} s`,
    '',
  ].join('\n');
}
