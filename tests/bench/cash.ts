import { cashStates } from '@/lib/cash/cash-view';
import { InstallId } from 'commerce-platform-client/contract/ids';
import { createScratchDatabase } from '@/server/postgres/scratch-database';
import { insertManyCashOrders } from '@/tests/support/cash/many-cash-orders';
import { mirrorEnv, superuserOf } from '@/tests/support/mirror/mirror-database';
import { startTestServer } from '@/tests/support/stack/test-server';
import { clock, report } from './times';

/**
 * Measures how long the reads of the cash screen take with 100,000 entries in the cash notebook (the record of the cash
 * of orders), without a browser. Each time includes the transaction.
 *
 *     tsx --tsconfig tsconfig.node.json tests/bench/cash.ts [entries] [rounds]
 */
const entries = Number(process.argv[2] ?? 100_000);
const rounds = Number(process.argv[3] ?? 60);
const large = InstallId.parse('inst_large');
const store = { id: 's', name: 's', currency: 'SYP', decimals: 0, timezone: 'Asia/Damascus', country: 'SY' };

const server = await startTestServer();
const database = await createScratchDatabase(server, { prefix: 'bench', template: server.template });
Object.assign(process.env, mirrorEnv(database));

const { CashListQuery, listCashOrders } = await import('@/lib/cash/list-cash-orders.server');
const { readBalances } = await import('@/lib/cash/read-balances.server');
const { readCashBook } = await import('@/lib/cash/read-cash-book.server');
const { closeDb, tenantDb } = await import('@/lib/system/db');

const superuser = await superuserOf(server, database);
try {
  // Only three quarters of the orders get an entry in the cash notebook (the record of the cash of orders). So the
  // benchmark needs a third more orders than entries.
  const orders = Math.ceil((entries * 4) / 3);
  await insertManyCashOrders(superuser, 'inst_small', 1_000);
  await insertManyCashOrders(superuser, large, orders);
  const source = { installId: large, db: tenantDb(large), store };
  const page = async (query: object) => {
    const { orders: rows } = await listCashOrders(source, CashListQuery.parse(query));
    return `${rows.length} rows`;
  };
  const cursor = `${new Date(Date.now() - (orders / 2) * 60_000).toISOString()} ord_8`;
  const reads: Record<string, () => Promise<string>> = {
    'balances by age': async () => `${(await readBalances(source)).length} balances`,
    'cash screen without the list': async () => `${(await readCashBook(source)).postings.length} postings`,
    'list: owed now': () => page({}),
    'list: owed now, deep': () => page({ cursor }),
    ...Object.fromEntries(cashStates.map((state) => [`list: ${state}`, () => page({ state })])),
    'list: remitted, deep': () => page({ state: 'remitted', cursor }),
  };
  const times = new Map(Object.keys(reads).map((name) => [name, [] as number[]]));
  // The measured reads alternate, so that other load on the machine affects all of them equally. The first round is a
  // warm-up and is not counted.
  for (let round = 0; round <= rounds; round++)
    for (const [name, read] of Object.entries(reads)) {
      const ms = await clock(read);
      if (round > 0) times.get(name)?.push(ms);
    }
  process.stdout.write(`${entries} entries, ${orders} orders in the notebook, ${orders / 4} of them owed\n`);
  for (const [name, read] of Object.entries(reads)) report(name, times.get(name) ?? [], await read());
} finally {
  await closeDb();
  await superuser.end();
  await server.stop();
}
