import { setTimeout as sleep } from 'node:timers/promises';
import { InstallId } from 'commerce-platform-client/contract/ids';
import { createScratchDatabase } from '@/server/postgres/scratch-database';
import { insertManyOrders } from '@/tests/support/mirror/many-orders';
import { mirrorEnv, superuserOf } from '@/tests/support/mirror/mirror-database';
import { startTestServer } from '@/tests/support/stack/test-server';

/**
 * Measures whether the memory of a process stays constant while it exports many orders, and how fast the export is. A
 * warm-up exports fewer orders. The benchmark prints the resident and the reachable memory before the measured export,
 * after each tenth of the orders, and at the end.
 *
 *     tsx --expose-gc --conditions=react-server --tsconfig tsconfig.node.json tests/bench/export.ts [orders]
 */
const count = Number(process.argv[2] ?? 100_000);
const installId = InstallId.parse('inst_large');

const server = await startTestServer();
const database = await createScratchDatabase(server, { prefix: 'bench', template: server.template });
Object.assign(process.env, mirrorEnv(database));

const { exportOrders, OrderExportQuery } = await import('@/lib/orders/list/export-orders.server');
const { csvColumns } = await import('@/lib/orders/list/order-csv');
const { closeDb, tenantDb } = await import('@/lib/system/db');

const asIs = (text: string) => text;
const words = {
  columns: Object.fromEntries(csvColumns.map((column) => [column, column])) as Record<
    (typeof csvColumns)[number],
    string
  >,
  status: asIs,
  payment: asIs,
  source: asIs,
};
const store = { id: 's', name: 's', currency: 'SYP', decimals: 2, timezone: 'Asia/Damascus', country: 'SY' };
const mega = (bytes: number) => (bytes / 1e6).toFixed(1);

function report(name: string): void {
  globalThis.gc?.();
  const { rss, heapUsed } = process.memoryUsage();
  process.stdout.write(
    `${name.padEnd(24)}rss ${mega(rss).padStart(7)} MB  reachable ${mega(heapUsed).padStart(6)} MB\n`,
  );
}

/** Reads the export stream as a network socket would, and discards the data. Returns the number of bytes. */
async function run(query: object, each?: (bytes: number) => void): Promise<number> {
  const reader = { role: 'owner' as const, scopes: new Set(['clients:read']) };
  const context = { installId, db: tenantDb(installId), store, ...reader };
  const { signal } = new AbortController();
  const stream = await exportOrders(context, OrderExportQuery.parse(query), { words, signal });
  let bytes = 0;
  for await (const chunk of stream as unknown as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    each?.(bytes);
  }
  return bytes;
}

const superuser = await superuserOf(server, database);
try {
  await insertManyOrders(superuser, installId, count);
  await run({ status: 'placed' });
  const whole = await run({ q: 'jasmine' });
  process.stdout.write(`warmed up by ${mega(whole)} MB\n`);
  await sleep(500);
  report('before');
  const startedMs = performance.now();
  const estimate = count * 138;
  let tenth = 1;
  const bytes = await run({}, (sofar) => {
    if (sofar < (estimate / 10) * tenth) return;
    report(`at ${mega(sofar)} MB`);
    tenth += 1;
  });
  const seconds = (performance.now() - startedMs) / 1_000;
  report('after');
  process.stdout.write(
    `${count} orders, ${mega(bytes)} MB in ${seconds.toFixed(1)} s: ${Math.round(count / seconds)} orders a second\n`,
  );
} finally {
  await closeDb();
  await superuser.end();
  await server.stop();
}
