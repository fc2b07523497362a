import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { findOrders } from '@/lib/orders/list/find-orders.server';
import { exportOrders } from '@/lib/orders/list/export-orders.server';
import { csvColumns, type CsvWords } from '@/lib/orders/list/order-csv';
import { listOrders, OrderListQuery } from '@/lib/orders/list/list-orders.server';
import { type OrderListFilters, parametersOf } from '@/lib/orders/list/order-list-filters';
import { cursorOf } from '@/lib/orders/list/order-key.server';
import { urlOfFilters } from '@/lib/orders/list/order-list-url';
import { isByTotal, type OrderSort, usualSort } from '@/lib/orders/list/order-sort';
import { restUnpaid } from '@/lib/orders/list/payment-filter';
import { standardViews } from '@/lib/orders/views/standard-views';
import { foldText } from '@/lib/shared/fold-text';
import { InstallId } from 'commerce-platform-client/contract/ids';
import { closeDb, tenantDb } from '@/lib/system/db';
import type { ScratchDatabase } from '@/server/postgres/scratch-database';
import { mirrorEnv, superuserOf } from '@/tests/support/mirror/mirror-database';
import {
  expectedList,
  type ModelOrder,
  randomFrom,
  randomOrders,
  writeModelOrders,
} from '@/tests/support/mirror/order-model';
import { createTestDatabase } from '@/tests/support/stack/postgres';
import { testScale } from '@/tests/support/stack/test-scale';

const seed = Number(process.env['TEST_SEED'] ?? Date.now() % 1_000_000);
const random = randomFrom(seed);
const mine = InstallId.parse('inst_mine');
const theirs = InstallId.parse('inst_theirs');
/**
 * The store has more orders than the app examines for one page. So some pages have fewer rows than usual, and the list
 * still continues on the next page.
 */
const orders = randomOrders(random, 12_000).map((order) =>
  // Some tests need the orders with the numbers 10004 and 21999, so the test data never deletes these two orders.
  ['10004', '21999'].includes(order.number) ? { ...order, deleted: false } : order,
);

let database: ScratchDatabase;
let superuser: pg.Client;

beforeAll(async () => {
  process.stdout.write(`order-list: TEST_SEED=${seed}\n`);
  database = await createTestDatabase();
  superuser = await superuserOf(inject('testServer'), database);
  Object.assign(process.env, mirrorEnv(database));
  await write(mine, orders);
  // Another store has orders with the same ids and words. Their numbers begin with T, so that the test
  // notices an order of the wrong store.
  await write(
    theirs,
    orders.slice(0, 3_000).map((order) => ({ ...order, number: `T${order.number}`, deleted: false })),
  );
  await superuser.query('ANALYZE orders, order_tags');
}, 180_000);
afterAll(async () => {
  await closeDb();
  await superuser.end();
  await database.drop();
});

/**
 * The orders are written in several transactions. A transaction may last 20 s at most, which is too short for all
 * orders on a slow machine.
 */
async function write(installId: InstallId, rows: readonly ModelOrder[]): Promise<void> {
  for (let first = 0; first < rows.length; first += 2_000)
    await tenantDb(installId).transaction((tx) =>
      writeModelOrders(tx, installId, rows.slice(first, first + 2_000)),
    );
}

const store = {
  id: 'store_mine',
  name: 'Mine',
  currency: 'SYP',
  decimals: 0,
  timezone: 'Asia/Damascus',
  country: 'SY',
};

/** Reads one page of the order list as the API route does: the filters are converted to a URL and back. */
async function page(installId: InstallId, filters: OrderListFilters, cursor?: string) {
  const url = urlOfFilters(filters);
  if (cursor !== undefined) url.set('cursor', cursor);
  return listOrders(contextOf(installId), OrderListQuery.parse(parametersOf(url)));
}

const contextOf = (installId: InstallId) => ({
  installId,
  db: tenantDb(installId),
  role: 'owner' as const,
  scopes: new Set<string>(),
  store,
});

/**
 * Reads the pages of a list from `cursor`, by default from the first page. Stops at the last page, or when at least
 * `rowsMin` rows were read. Returns the rows. `between` is called after each page.
 */
async function readPages(
  filters: OrderListFilters,
  {
    cursor: first,
    rowsMin = Number.POSITIVE_INFINITY,
    between,
  }: { cursor?: string | undefined; rowsMin?: number; between?: (rows: string[]) => Promise<void> } = {},
): Promise<string[]> {
  const seen: string[] = [];
  let cursor: string | null | undefined = first;
  while (cursor !== null && seen.length < rowsMin) {
    const { rows, nextCursor } = await page(mine, filters, cursor);
    expect(rows.length).toBeLessThanOrEqual(50);
    expect(nextCursor).not.toBe(cursor);
    seen.push(...rows.map(({ id }) => id));
    cursor = nextCursor;
    if (cursor !== null) await between?.(seen);
  }
  return seen;
}

/**
 * Number of rows of one part of a long list. At reduced test size, three parts of a long list are read: its start, a
 * random part and its end. At full test size, every list is read as a whole.
 */
const partRows = testScale < 1 ? 400 : Number.POSITIVE_INFINITY;

/** Expects that the list returns every matching order once, in its sort, page by page. */
async function expectWholeList(filters: OrderListFilters): Promise<void> {
  const expected = expectedList(orders, filters);
  const about = JSON.stringify(filters);
  if (expected.length <= 4 * partRows) {
    expect(await readPages(filters), about).toEqual(expected);
    return;
  }
  const end = expected.length - partRows;
  const middle = partRows + Math.floor(random() * (end - partRows));
  for (const start of [0, middle]) {
    const rows = await readPages(filters, {
      cursor: cursorAfter(expected[start - 1], filters),
      rowsMin: partRows,
    });
    expect(rows.length, about).toBeGreaterThanOrEqual(partRows);
    expect(rows, about).toEqual(expected.slice(start, start + rows.length));
  }
  const rows = await readPages(filters, { cursor: cursorAfter(expected[end - 1], filters) });
  expect(rows, about).toEqual(expected.slice(end));
}

/** Returns the cursor of a page that ends with the given order; undefined for the first page. */
function cursorAfter(id: string | undefined, filters: OrderListFilters): string | undefined {
  const order = orders.find((one) => one.id === id);
  if (!order) return undefined;
  const { createdAt, currency, totalMinor } = order;
  const sort: OrderSort = filters.sort ?? usualSort;
  const place = isByTotal(sort) ? [currency, totalMinor] : [new Date(createdAt).toISOString()];
  return cursorOf({ sort, place, id: order.id });
}

const day = (n: number) => new Date(Date.parse('2026-01-01T00:00:00Z') + n * 3_600_000).toISOString();

const moment = (n: number) => new Date(orders[n]?.createdAt ?? 0).toISOString();

/**
 * For each filter, a list of filters in which this filter leaves out some orders. The type requires a list for every
 * filter.
 */
const listOfEach: Record<keyof OrderListFilters, OrderListFilters> = {
  status: { status: ['frozen'] },
  payment: { payment: ['unpaid'] },
  source: { source: 'pos' },
  tag: { tag: 'VIP' },
  from: { from: day(20) },
  to: { to: day(30) },
  q: { q: 'قميص' },
  // The key `sort` is here only because the type requires every key. `sort` is not a filter and leaves out no order.
  sort: { sort: 'oldest' },
};

/** The lists to test: each filter alone, and difficult combinations. */
const lists: OrderListFilters[] = [
  ...Object.values(standardViews),
  ...Object.values(listOfEach),
  { tag: 'هدية' },
  { tag: 'GIFT ۱۲' },
  { tag: 'étage' },
  { from: day(20), to: day(30) },
  // A date range whose ends are exactly the creation times of two orders.
  { from: moment(1_000), to: moment(1_100) },
  {
    status: ['placed', 'approved', 'processing', 'frozen', 'delivered'],
    payment: ['unpaid', 'paid', 'authorized'],
  },
  { tag: 'everyday', status: ['frozen'] },
  { tag: 'everyday', payment: ['authorized'], source: 'app' },
  { source: 'app', payment: ['authorized'] },
  { payment: [restUnpaid] },
  { payment: ['partially_refunded', restUnpaid] },
  { status: ['delivered'], payment: ['partially_refunded', restUnpaid] },
  { tag: 'everyday', payment: ['unpaid', restUnpaid] },
  { q: '1' },
  { q: '10004' },
  { q: '#10004' },
  { q: '١٠٠٠٤' },
  { q: '1000' },
  { q: 'خزامي' },
  { q: 'خُزامى', tag: 'everyday' },
  { q: 'SHIRT  Cotton' },
  { q: 'ancient' },
  { q: 'ancient', status: ['frozen'] },
  { q: 'jasmine', source: 'pos', from: day(10) },
  { q: 'حذاء jasmine' },
  { q: '100%' },
  { q: '_' },
  { q: 'e_m' },
  { q: '%' },
  { q: 'no such word' },
  { q: 'ـ' },
];

function randomFilters(): OrderListFilters {
  const pick = <T>(...list: T[]) => list[Math.floor(random() * list.length)] as T;
  const often = (chance: number) => random() < chance;
  const some = (...list: string[]) => list.filter(() => often(0.4));
  return OrderListQuery.parse({
    ...(often(0.5) && {
      status: some('placed', 'approved', 'frozen', 'delivered', 'completed', 'partially_refunded', 'unknown'),
    }),
    ...(often(0.4) && {
      payment: some('unpaid', 'paid', 'partially_paid', 'authorized', 'partially_refunded', restUnpaid),
    }),
    ...(often(0.4) && { tag: pick('vip', 'هديه', 'everyday', 'جملة', 'nobody has it') }),
    ...(often(0.3) && { source: pick('app', 'pos', 'storefront', 'none') }),
    ...(often(0.3) && { from: day(pick(5, 25, 40)) }),
    ...(often(0.3) && { to: day(pick(15, 35, 49)) }),
    ...(often(0.4) && {
      q: pick('قميص', 'خزامى', 'ancient', 'jasmine', 'oil', 'مي', '9', '10250', 'shirt 10'),
    }),
    ...(often(0.7) && { sort: pick('oldest', 'highest', 'lowest') }),
  });
}

describe('lists of orders', () => {
  // The test also reads each list in one other sort. Another test combines all filters and sorts at random.
  const sorted = lists.map(({ sort: _, ...filters }, n) => ({
    ...filters,
    sort: (['oldest', 'highest', 'lowest'] as const)[n % 3],
  }));

  it.each([...lists, ...sorted].map((filters) => [JSON.stringify(filters), filters] as const))(
    'U1: %s returns every matching order once, in its sort, page by page',
    async (_, filters) => {
      await expectWholeList(filters);
    },
  );

  it('any combination of filters and sort returns every matching order once, in the sort, page by page', async () => {
    for (let n = 0; n < 60; n++) {
      await expectWholeList(randomFilters());
    }
  }, 300_000);

  it('a row of a list equals the order as it was read', async () => {
    const { rows, freshness } = await page(mine, { q: '10004' });
    expect(rows[0]).toMatchObject({
      order_number: '10004',
      confirmation: null,
      total: { amount_minor: orders[4]?.totalMinor },
    });
    expect(freshness).toMatchObject({ syncedAt: null, backfill: { state: 'running' } });
  });

  it('an order with exactly the searched number comes first, before newer ones that contain it', async () => {
    // The order with the number 10004 is one of the oldest. The newer order `named` has 10004 only in its searchable
    // words. The search must list the order with the number 10004 first, and then the newer order.
    const named = { ...(orders.at(-1) as ModelOrder), id: 'ord_named', words: 'like 10004' };
    await write(mine, [named]);
    try {
      const { rows } = await page(mine, { q: '#10004' });
      expect(rows.map(({ order_number }) => order_number)).toEqual(['10004', named.number]);
    } finally {
      await write(mine, [{ ...named, deleted: true }]);
    }
  });

  describe('the command palette', () => {
    const found = async (installId: InstallId, q: string) =>
      (await findOrders(contextOf(installId), { q })).rows.map(({ order_number }) => order_number);
    const numbers = new Map(orders.map(({ id, number }) => [id, number]));
    const newestFirst = (start: string) =>
      expectedList(orders, {}).flatMap((id) => (numbers.get(id)?.startsWith(start) ? numbers.get(id) : []));

    it('U13: lists the newest orders whose number begins with the text, before newer ones with the text in an item', async () => {
      const named = Array.from({ length: 60 }, (_, n) => ({
        ...(orders.at(-1) as ModelOrder),
        id: `ord_named_${n}`,
        number: `9${n}`,
        words: 'like 100',
      }));
      await write(mine, named);
      try {
        for (const start of ['100', '#100', '1000', '١٠٠٠'])
          expect(await found(mine, start), start).toEqual(
            newestFirst(foldText(start).replace('#', '')).slice(0, 6),
          );
        expect((await found(mine, '10004'))[0]).toBe('10004');
      } finally {
        await write(
          mine,
          named.map((order) => ({ ...order, deleted: true })),
        );
      }
    });

    it('the letters that a store writes before each number need not be typed', async () => {
      const theirNumbers = await found(theirs, '1000');
      expect(theirNumbers.length).toBeGreaterThan(1);
      for (const number of theirNumbers) expect(number).toMatch(/^T1000/);
      for (const q of ['T1000', 't1000']) expect(await found(theirs, q), q).toEqual(theirNumbers);
    });

    it('a text that begins no number finds what the list finds', async () => {
      const { rows } = await page(mine, { q: 'قميص' });
      expect(await found(mine, 'قميص')).toEqual(rows.slice(0, 6).map(({ order_number }) => order_number));
      expect(await found(mine, '')).toEqual([]);
    });
  });

  const changing = [{}, { tag: 'everyday' }, { status: ['placed', 'approved'] }, { q: 'قميص' }].flatMap(
    (filters: OrderListFilters) =>
      ([undefined, 'oldest', 'highest', 'lowest'] as const).map((sort) => ({ ...filters, sort })),
  );
  it.each(changing)(
    'orders that appear or disappear between two pages of %j do not move other orders',
    async (changed) => {
      const filters = { ...changed, from: day(42) };
      const before = expectedList(orders, filters);
      const come = new Map<string, ModelOrder>();
      const gone = new Set<string>();
      const byId = new Map(orders.map((order) => [order.id, order]));
      const like = byId.get(before[0] ?? '') as ModelOrder;
      const disturb = async (seen: string[]) => {
        // Adds two orders between two pages: one before the first row, and one directly after the last row that the
        // list returned. The added orders have the creation times of existing rows, so their position depends on their
        // ids. Also deletes one order that the list has not reached yet.
        const last = byId.get(seen.findLast((id) => byId.has(id)) ?? '') ?? like;
        const isUp = changed.sort === 'oldest' || changed.sort === 'lowest';
        const made = [like, last].map(({ createdAt, currency, totalMinor }, n) => {
          const isHigh = isUp === (n === 1);
          const id = `${isHigh ? 'z' : '0'}_${isHigh ? 1_000 + come.size : 9_000 - come.size}`;
          return { ...like, id, createdAt, currency, totalMinor };
        });
        for (const order of made) come.set(order.id, order);
        const victim = before[seen.length + 70];
        if (victim && come.size < 40) gone.add(victim);
        const deleted = orders.filter(({ id }) => id === victim && gone.has(id));
        await write(mine, [...made, ...deleted.map((order) => ({ ...order, deleted: true }))]);
      };
      try {
        const seen = await readPages(filters, { between: disturb });
        expect(new Set(seen).size).toBe(seen.length);
        // An added order may be in the result only if its position is after the rows that were already read. It may
        // also be missing from the result, because the key at the end of a search page can be after the last row of the
        // page.
        const returned = [...come.values()].filter(({ id }, n) => n % 2 === 1 && seen.includes(id));
        const expected = [...orders.filter(({ id }) => !gone.has(id)), ...returned];
        expect(seen).toEqual(expectedList(expected, filters));
        expect(returned.length).toBeGreaterThan(0);
      } finally {
        await write(
          mine,
          [...come.values()].map((order) => ({ ...order, deleted: true })),
        );
        await write(
          mine,
          orders.filter(({ id }) => gone.has(id)),
        );
      }
    },
  );

  it('a list by total names the currencies of the store in its sequence; a list by time names none', async () => {
    const currencies = async (filters: OrderListFilters) => (await page(mine, filters)).currencies;
    expect(await currencies({ sort: 'highest' })).toEqual(['USD', 'SYP', 'EUR']);
    expect(await currencies({ sort: 'lowest', status: ['frozen'] })).toEqual(['EUR', 'SYP', 'USD']);
    expect(await currencies({ sort: 'oldest' })).toEqual([]);
  });

  it('an export has the sequence of the list', async () => {
    const filters: OrderListFilters = { sort: 'highest', status: ['frozen'] };
    const context = {
      installId: mine,
      db: tenantDb(mine),
      role: 'owner' as const,
      scopes: new Set<string>(),
      store,
    };
    const name = (text: string | null) => text ?? '';
    const words = {
      columns: Object.fromEntries(csvColumns.map((column) => [column, column])) as CsvWords['columns'],
      status: name,
      payment: name,
      source: name,
    };
    const csv = await exportOrders(context, filters, { words, signal: new AbortController().signal });
    const numbers = (await new Response(csv).text())
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(',')[0])
      .filter(Boolean);
    const numberOf = new Map(orders.map(({ id, number }) => [id, number]));
    expect(numbers).toEqual(expectedList(orders, filters).map((id) => numberOf.get(id)));
  });
});

describe('values in the address', () => {
  const strange = [
    'x'.repeat(100),
    "'; DROP TABLE orders --",
    '%',
    '\\',
    '_',
    '{a,b}',
    '\ud800',
    '🧿',
    'null',
    '٪',
  ];

  it.each(['status', 'payment', 'tag', 'source', 'q'] as const)(
    'any text as %s gets an answer',
    async (name) => {
      for (const text of strange) {
        const { rows } = await page(mine, OrderListQuery.parse({ [name]: text }));
        expect(rows.length, text).toBeLessThanOrEqual(50);
        if (name !== 'q') expect(rows).toEqual([]);
      }
    },
  );

  it('an empty field means no filter', () => {
    const fields = { status: '', payment: [''], tag: ' ', source: '', from: '', to: '', q: '' };
    expect(urlOfFilters(OrderListQuery.parse(fields)).toString()).toBe('');
  });

  it('filters do not change when they pass through a URL', () => {
    for (let n = 0; n < 50; n++) {
      const filters = randomFilters();
      const again = OrderListQuery.parse(parametersOf(new URLSearchParams(urlOfFilters(filters).toString())));
      expect(urlOfFilters(again).toString()).toBe(urlOfFilters(filters).toString());
    }
  });

  it.each([
    { status: 'x'.repeat(101) },
    { status: Array.from({ length: 21 }, (_, n) => String(n)) },
    { tag: 'a\0b' },
    { q: ['a', 'b'] },
    { from: 'yesterday' },
    { from: '0000-01-01T00:00:00Z' },
    { to: '2026-02-30T00:00:00Z' },
    { sort: 'cheapest' },
    { sort: ['oldest', 'newest'] },
  ])('%j is refused', (query) => {
    expect(OrderListQuery.safeParse(query).success).toBe(false);
  });

  it('LIST-1: a foreign cursor is refused, and one of ours at either end of time gets an answer', async () => {
    const made = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const bad = [
      '',
      'x',
      made([]),
      made(['newest', 'now', 'a']),
      made(['newest', day(0)]),
      made([day(0), 'a']),
      made(['newest', '0000-01-01T00:00:00Z', 'a']),
      made(['newest', day(0), 'a\0']),
      made(['newest', day(0), 'a'.repeat(129)]),
      made(['newest', 'SYP', 1, 'a']),
      'e'.repeat(1_001),
    ];
    for (const cursor of bad) expect(OrderListQuery.safeParse({ cursor }).success, cursor).toBe(false);
    for (const place of [
      ['SYP', 1.5, 'a'],
      ['SYP', '1', 'a'],
      ['S\0', 1, 'a'],
      [day(0), 'a'],
    ])
      expect(OrderListQuery.safeParse({ cursor: made(['highest', ...place]), sort: 'highest' }).success).toBe(
        false,
      );
    const all = expectedList(orders, {});
    const late = await page(mine, {}, made(['newest', '9999-12-31T23:59:59.999Z', '']));
    expect(late.rows.map(({ id }) => id)).toEqual(all.slice(0, 50));
    const early = await page(mine, {}, made(['newest', '1970-01-01T00:00:00Z', '']));
    expect(early).toMatchObject({ rows: [], nextCursor: null });
  });

  it('U1 LIST-1: the cursor of one sort is refused under every other sort', async () => {
    const sorts = [undefined, 'oldest', 'highest', 'lowest'] as const;
    for (const made of sorts)
      for (const sort of sorts) {
        const { nextCursor } = await page(mine, { sort: made });
        expect(OrderListQuery.safeParse({ cursor: nextCursor, sort }).success, `${made} ${sort}`).toBe(
          made === sort,
        );
      }
  });
});

describe('tags', () => {
  const tagged: ModelOrder = {
    id: 'ord_tagged',
    number: '7',
    status: 'placed',
    payment: 'paid',
    source: null,
    tags: ['First', 'FIRST', 'ثاني'],
    createdAt: Date.parse('2025-06-01T00:00:00Z'),
    currency: 'SYP',
    totalMinor: 100,
    paidMinor: 100,
    words: '',
    deleted: false,
  };
  const holders = async (tag: string) => (await page(mine, { tag })).rows.map(({ id }) => id);

  it("a list by tag follows changes of an order's tags, creation time and deletion", async () => {
    await write(mine, [tagged]);
    expect(await holders('first')).toEqual(['ord_tagged']);
    expect(await holders('ثانى')).toEqual(['ord_tagged']);
    await write(mine, [{ ...tagged, tags: ['Second'] }]);
    expect([await holders('first'), await holders('second')]).toEqual([[], ['ord_tagged']]);
    await write(mine, [{ ...tagged, tags: ['Second'], createdAt: tagged.createdAt + 60_000 }]);
    expect((await page(mine, { tag: 'second', to: '2025-06-01T00:00:30Z' })).rows).toEqual([]);
    expect(await holders('second')).toEqual(['ord_tagged']);
    await write(mine, [{ ...tagged, tags: ['Second'], deleted: true }]);
    expect(await holders('second')).toEqual([]);
    await write(mine, [tagged]);
    expect(await holders('first')).toEqual(['ord_tagged']);
    const removed = tenantDb(mine).transaction((tx) =>
      tx.mirrorOrder.deleteMany({ where: { id: 'ord_tagged' } }),
    );
    expect(await removed).toEqual({ count: 1 });
    expect(await holders('first')).toEqual([]);
  });

  it('a tag that is too long for an index key does not prevent its order from being stored', async () => {
    // The 5,000 letters are random, so PostgreSQL cannot compress them enough for an index key.
    const letters = Array.from({ length: 5_000 }, () =>
      String.fromCharCode(0x4e00 + Math.floor(random() * 9_000)),
    );
    const long = { ...tagged, id: 'ord_long', tags: [letters.join(''), 'short'] };
    await write(mine, [long]);
    expect(await holders('short')).toEqual(['ord_long']);
    await write(mine, [{ ...long, deleted: true }]);
  });

  it('the table order_tags agrees with the orders', async () => {
    const { rows } = await superuser.query(
      `WITH held AS (SELECT install_id, tag, created_at, order_id FROM order_tags),
       wanted AS (SELECT DISTINCT install_id, fold_tag(tag), created_at, id FROM orders, unnest(tags) AS tag WHERE deleted_at IS NULL)
       (SELECT * FROM held EXCEPT SELECT * FROM wanted) UNION ALL (SELECT * FROM wanted EXCEPT SELECT * FROM held)`,
    );
    expect(rows).toEqual([]);
  });

  it('the database folds a tag exactly as the search folds its words', async () => {
    const written = [
      'أحذية',
      'قَمِيصٌ قـــطن',
      'ليلى',
      '١٠٤٢',
      '۱۰۴۲',
      'ﻻ',
      '  Red   SHOES ',
      'Café',
      'Cafe\u0301',
      'ﷺ',
      'ﬁ',
    ];
    const { rows } = await superuser.query('SELECT fold_tag(t) AS folded FROM unnest($1::text[]) AS t', [
      written,
    ]);
    expect(rows).toEqual(written.map((tag) => ({ folded: foldText(tag) })));
  });
});

describe('the search that bypasses row security', () => {
  async function asTenant(installId: string | undefined, sql: string): Promise<unknown[]> {
    await superuser.query('BEGIN; SET LOCAL ROLE daftar_app');
    try {
      if (installId !== undefined)
        await superuser.query(`SELECT set_config('daftar.install_id', $1, true)`, [installId]);
      return (await superuser.query(sql)).rows;
    } finally {
      await superuser.query('ROLLBACK');
    }
  }

  it("GEN-1: sees only the orders of the transaction's install", async () => {
    const search = `SELECT order_number ~ '^T' AS theirs, count(*)::int FROM search_orders('{%cotton%}', 100000) GROUP BY 1`;
    expect(await asTenant(mine, search)).toEqual([{ theirs: false, count: expect.any(Number) }]);
    expect(await asTenant(theirs, search)).toEqual([{ theirs: true, count: expect.any(Number) }]);
    expect(await asTenant('inst_of_nobody', search)).toEqual([]);
    for (const { order_number } of (await page(theirs, { q: 'cotton' })).rows)
      expect(order_number).toMatch(/^T/);
  });

  it('GEN-1: refuses without an install, and only tenants may execute it', async () => {
    const search = `SELECT 1 FROM search_orders('{%cotton%}', 10)`;
    for (const nobody of ['', undefined])
      await expect(asTenant(nobody, search)).rejects.toThrow('no install is set');
    const { rows } = await superuser.query(
      `SELECT has_function_privilege('public', p.oid, 'EXECUTE') AS public, proconfig::text AS config, proowner::regrole::text AS owner
       FROM pg_proc p WHERE proname = 'search_orders'`,
    );
    expect(rows).toEqual([
      {
        public: false,
        owner: 'daftar_system',
        config: expect.stringContaining('search_path=pg_catalog, public, pg_temp'),
      },
    ]);
  });

  it('refuses a search for nothing', async () => {
    await expect(asTenant(mine, `SELECT 1 FROM search_orders('{}', 10)`)).rejects.toThrow(
      'nothing is searched for',
    );
  });

  it('treats a word as text that cannot end its pattern', async () => {
    for (const q of [`x' OR true --`, `%' OR '1'='1`, '\\', `$$`, '%s %I %L'])
      expect((await page(mine, { q: `${q} cotton` })).rows, q).toEqual([]);
  });
});
