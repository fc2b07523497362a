import { restUnpaid } from '@/lib/orders/list/payment-filter';
import { standardViews } from '@/lib/orders/views/standard-views';
import type { ChartPeriod } from '@/lib/shared/chart-periods';
import { InstallId } from 'commerce-platform-client/contract/ids';
import { createScratchDatabase } from '@/server/postgres/scratch-database';
import { insertManyOrders } from '@/tests/support/mirror/many-orders';
import { mirrorEnv, superuserOf } from '@/tests/support/mirror/mirror-database';
import { startTestServer } from '@/tests/support/stack/test-server';
import { clock, quantile, report } from './times';

/**
 * Measures one page of the orders list and the reads of the home screen, without a browser and with a million orders.
 * Each time includes the transaction, and a query for how current the mirror (the app's copy of the orders) is. The
 * benchmark compares the times with a reference from the same run: a tenant transaction that reads one row by its
 * primary key.
 *
 *     tsx --tsconfig tsconfig.node.json tests/bench/orders.ts [orders] [rounds]
 */
const count = Number(process.argv[2] ?? 1_000_000);
const rounds = Number(process.argv[3] ?? 60);
const large = InstallId.parse('inst_large');

const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
const keyOf = (key: unknown[]) => Buffer.from(JSON.stringify(key)).toString('base64url');
const cursor = (days: number, sort = 'newest') => keyOf([sort, ago(days), 'ord_8']);
/**
 * Age in days of the order in the middle of the list. The list has three orders in every 100 s, so its oldest order is
 * count / 3 * 100 seconds old. The middle order has half that age.
 */
const half = (count / 3) * (100 / 86_400) * 0.5;
const everyStatus = [
  'placed',
  'approved',
  'processing',
  'shipped',
  'delivered',
  'returned',
  'cancelled',
  'refunded',
];

const pages: Record<string, object> = {
  'first page': {},
  'deep page': { cursor: cursor(half) },
  'view: to review': standardViews.to_review,
  'view: to ship': standardViews.to_ship,
  'view: cash to collect': standardViews.cash_to_collect,
  'view: problems': standardViews.problems,
  'to ship, deep': { ...standardViews.to_ship, cursor: cursor(half, 'oldest') },
  'status, most have it': { status: 'completed' },
  'status, nobody has it': { status: 'of tomorrow' },
  'payment status': { payment: 'unpaid' },
  'payment status, rare': { payment: 'authorized' },
  'rest after a refund': { payment: restUnpaid },
  'eight statuses': { status: everyStatus },
  'eight statuses, three payment': { status: everyStatus, payment: ['unpaid', 'partially_paid', 'pending'] },
  source: { source: 'pos' },
  days: { from: ago(half + 30), to: ago(half) },
  tag: { tag: 'wholesale' },
  'tag, deep': { tag: 'wholesale', cursor: cursor(half) },
  'tag, Arabic': { tag: 'هدية' },
  'tag, rare': { tag: 'fragile' },
  'tag and status': { tag: 'wholesale', status: 'returned' },
  'rare combination: tag, payment': { tag: 'wholesale', payment: 'authorized' },
  'rare combination: source, payment': { source: 'app', payment: 'authorized' },
  'number, exact': { q: String(2_000_000 - Math.floor(count * 0.7)) },
  'number, part': { q: String(2_000_000 - Math.floor(count * 0.7)).slice(1, 6) },
  'two digits': { q: '77' },
  'word, 1 in 5,000': { q: 'c4ca42' },
  'word, Arabic, rare': { q: 'خزامي' },
  'word, 1 in 311': { q: 'lavender' },
  'word, 1 in 83': { q: 'jasmine' },
  'word, 1 in 8': { q: 'cotton' },
  'word, Arabic, 1 in 8': { q: 'قميص' },
  'two words': { q: 'صابون lavender' },
  'word nobody has': { q: 'zzzqqq' },
  'word and status': { q: 'lavender', status: 'returned' },
  'word and tag': { q: 'خزامي', tag: 'wholesale' },
};

/**
 * A total, in minor units, in the middle between the lowest and the highest total of the orders that
 * many-orders.ts inserts.
 */
const middleTotal = 245_000;
/**
 * Pages of lists with a sort other than "newest first". The last value of each entry is the name of a page in `pages`
 * that has the same filters. The benchmark compares the durations of these two pages.
 */
const sorted: Record<string, [object, string]> = {
  'oldest first': [{ sort: 'oldest' }, 'first page'],
  'oldest first, deep': [{ sort: 'oldest', cursor: cursor(half, 'oldest') }, 'deep page'],
  'highest total': [{ sort: 'highest' }, 'first page'],
  'highest total, deep': [
    { sort: 'highest', cursor: keyOf(['highest', 'SYP', middleTotal, 'ord_8']) },
    'deep page',
  ],
  'lowest total': [{ sort: 'lowest' }, 'first page'],
  'lowest total, deep': [
    { sort: 'lowest', cursor: keyOf(['lowest', 'SYP', middleTotal, 'ord_8']) },
    'deep page',
  ],
  'to review, highest total': [{ ...standardViews.to_review, sort: 'highest' }, 'view: to review'],
  'to ship, highest total': [{ ...standardViews.to_ship, sort: 'highest' }, 'view: to ship'],
  'cash to collect, highest total': [
    { ...standardViews.cash_to_collect, sort: 'highest' },
    'view: cash to collect',
  ],
  'payment status, highest total': [{ payment: 'unpaid', sort: 'highest' }, 'payment status'],
  'rare payment status, highest total': [{ payment: 'authorized', sort: 'highest' }, 'payment status, rare'],
  'tag, highest total': [{ tag: 'wholesale', sort: 'highest' }, 'tag'],
  'tag, rare, highest total': [{ tag: 'fragile', sort: 'highest' }, 'tag, rare'],
  'tag, oldest first': [{ tag: 'wholesale', sort: 'oldest' }, 'tag'],
  'word, 1 in 5,000, highest total': [{ q: 'c4ca42', sort: 'highest' }, 'word, 1 in 5,000'],
  'word, 1 in 8, oldest first': [{ q: 'cotton', sort: 'oldest' }, 'word, 1 in 8'],
};

const server = await startTestServer();
const database = await createScratchDatabase(server, { prefix: 'bench', template: server.template });
Object.assign(process.env, mirrorEnv(database));

const { listOrders, OrderListQuery } = await import('@/lib/orders/list/list-orders.server');
const { readCash } = await import('@/lib/orders/charts/read-cash.server');
const { readOrderCharts } = await import('@/lib/orders/charts/read-order-charts.server');
const { readToday } = await import('@/lib/orders/charts/read-today.server');
const { readOldestWork, readOrderWork } = await import('@/lib/orders/charts/read-order-work.server');
const { closeDb, tenantDb } = await import('@/lib/system/db');

const superuser = await superuserOf(server, database);
try {
  const fillMs = await clock(async () => {
    await insertManyOrders(superuser, 'inst_small', 10_000);
    await insertManyOrders(superuser, large, count);
  });
  process.stdout.write(
    `${count} orders and 10000 of another install, filled in ${Math.round(fillMs / 1000)} s\n`,
  );
  const db = tenantDb(large);
  const syria = { currency: 'SYP', decimals: 0, timezone: 'Asia/Damascus', country: 'SY' };
  const store = { id: 'store_large', name: 'Large', ...syria };
  const source = { installId: large, db, role: 'owner' as const, scopes: new Set(['clients:read']), store };
  const page = async (query: object) => {
    const { rows, nextCursor } = await listOrders(source, OrderListQuery.parse(query));
    return `${rows.length} rows${nextCursor ? ' and more' : ''}`;
  };
  const chart = async (period: ChartPeriod) => {
    const { sales, salesAreCut } = await readOrderCharts(source, period);
    const days = sales.flatMap((of) => of.days);
    const orders = days.reduce((sum, day) => sum + day.orders, 0);
    return `${orders} orders${salesAreCut ? ', cut' : ''}`;
  };
  /** The measured reads, by name. Each returns a description of its result for the printed table. */
  const reads: Record<string, () => Promise<string>> = {
    ...Object.fromEntries(Object.entries(pages).map(([name, query]) => [name, () => page(query)])),
    ...Object.fromEntries(Object.entries(sorted).map(([name, [query]]) => [name, () => page(query)])),
    'home: work strip': async () => Object.keys(await readOrderWork(source)).join(', '),
    'home: oldest work': async () => Object.keys(await readOldestWork(source)).join(', '),
    'home: today': async () => `${(await readToday(source)).currencies[0]?.today.orders} orders`,
    'home: cash': async () => {
      const { orders, isMore } = await readCash(source);
      return `${orders} orders${isMore ? ', cut' : ''}`;
    },
    'home: chart, 7 days': () => chart(7),
    'home: chart, 30 days': () => chart(30),
  };
  const oneRow = () => db.transaction((tx) => tx.install.findUnique({ where: { installId: large } }));
  const times = new Map(Object.keys(reads).map((name) => [name, [] as number[]]));
  const reference: number[] = [];
  // The measured reads alternate, so that other load on the machine affects all of them equally. The first round is a
  // warm-up and is not counted.
  for (let round = 0; round <= rounds; round++) {
    const referenceMs = await clock(oneRow);
    if (round > 0) reference.push(referenceMs);
    for (const [name, read] of Object.entries(reads)) {
      const ms = await clock(read);
      if (round > 0) times.get(name)?.push(ms);
    }
  }
  report('one row by key (the reference)', reference);
  for (const [name, read] of Object.entries(reads)) {
    const said = await read();
    const middle = (of: string) => quantile(times.get(of) ?? [], 0.5);
    const ratio = middle(name) / quantile(reference, 0.5);
    const [, newest] = sorted[name] ?? [];
    const toNewest = newest ? `, ${(middle(name) / middle(newest)).toFixed(1)} of "${newest}"` : '';
    report(name, times.get(name) ?? [], `ratio ${ratio.toFixed(1)}${toNewest}, ${said}`);
  }
} finally {
  await closeDb();
  await superuser.end();
  await server.stop();
}
