import type { OrderListFilters } from '@/lib/orders/list/order-list-filters';
import { restUnpaid } from '@/lib/orders/list/payment-filter';
import { foldText } from '@/lib/shared/fold-text';
import type { Tx } from '@/lib/system/db';

/** An order with only the fields that the order lists filter and show. */
export type ModelOrder = {
  id: string;
  number: string;
  status: string;
  payment: string;
  source: string | null;
  tags: string[];
  /** Creation time of the order in milliseconds since 1970. */
  createdAt: number;
  currency: string;
  totalMinor: number;
  paidMinor: number;
  words: string;
  deleted: boolean;
};

/** Returns a random generator with results from 0 to below 1. The same seed gives the same sequence (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const firstMs = Date.parse('2026-01-01T00:00:00Z');
const spellings = [
  'VIP',
  'vip',
  ' Vip',
  'هديّة',
  'هدية',
  'هديه',
  'جُملة',
  'جملة',
  'gift ١٢',
  'Gift 12',
  'Étage',
];
const goods = ['قميص قطن', 'حذاء جلد', 'cotton shirt', 'olive oil', 'زيت 100% صاف', 'size_m'];

/**
 * Returns random orders with many different values. Four orders share each creation time, several share each total, and
 * about one in forty is deleted. Only the older half of the orders contains the word "ancient".
 */
export function randomOrders(random: () => number, count: number): ModelOrder[] {
  const pick = <T>(...list: T[]) => list[Math.floor(random() * list.length)] as T;
  // Some totals are negative, and some have more digits than others. A query that sorted the totals as texts would
  // therefore fail the test.
  const totals = Array.from({ length: count }, () => pick(100, 100, Math.floor(random() * 3_000) - 500));
  return totals.map((totalMinor, n) => ({
    id: `${pick('ord', 'Ord', 'ORD')}_${Math.floor(random() * 36 ** 6).toString(36)}${n}`,
    number: String(10_000 + n),
    status:
      random() < 0.01
        ? 'frozen'
        : pick(
            'placed',
            'approved',
            'processing',
            'delivered',
            'partially_refunded',
            'completed',
            'completed',
            'cancelled',
          ),
    payment:
      random() < 0.003
        ? 'authorized'
        : pick('paid', 'paid', 'unpaid', 'partially_paid', 'partially_refunded'),
    source: pick('storefront', 'app', 'pos', null),
    tags: [
      ...(random() < 0.7 ? ['everyday'] : []),
      ...(random() < 0.3 ? [pick(...spellings), pick(...spellings)] : []),
    ],
    createdAt: firstMs + Math.floor(n / 4) * 60_007,
    currency: pick('SYP', 'SYP', 'SYP', 'USD', 'EUR'),
    totalMinor,
    paidMinor: totalMinor + pick(-1, 0, 1),
    words: [
      pick(...goods),
      n % 701 === 5 ? 'خُزامى' : '',
      n * 2 < count ? 'ancient' : '',
      random() < 0.01 ? 'jasmine' : '',
    ]
      .filter(Boolean)
      .join(' '),
    deleted: random() < 0.025,
  }));
}

/**
 * Writes orders to the mirror (the app's copy) with the same columns as the app writes. The function uses a tenant's
 * connection, so that the database trigger fills the table of tags.
 */
export async function writeModelOrders(
  tx: Tx,
  installId: string,
  orders: readonly ModelOrder[],
): Promise<void> {
  const amounts = ['subtotal', 'discount', 'shipping', 'tax', 'total', 'refunded'];
  const rows = orders.map((order) => {
    const at = new Date(order.createdAt).toISOString();
    const { id, number, status, payment, source, tags, totalMinor: total_minor } = order;
    const moneyOf = (amount_minor: number) => ({ amount_minor, currency: order.currency, decimals: 0 });
    const header = {
      ...Object.fromEntries(amounts.map((name) => [name, moneyOf(total_minor)])),
      paid: moneyOf(order.paidMinor),
      id,
      order_number: number,
      status,
      payment_status: payment,
      source,
      line_pricing: 'net',
      tags,
      exchange_rate: null,
      created_at: at,
      updated_at: at,
    };
    const search_text = `${foldText(`${number} ${order.words}`)}\n${foldText(tags.join(' '))}`;
    return {
      id,
      number,
      status,
      payment,
      source,
      tags,
      total_minor,
      at,
      header,
      search_text,
      deleted_at: order.deleted ? at : null,
    };
  });
  await tx.$executeRaw`
    INSERT INTO orders AS stored (install_id, id, order_number, status, payment_status, source, tags, total_minor,
      created_at, updated_at, header, search_text, fence, deleted_at)
    SELECT ${installId}, id, number, status, payment, source, tags, total_minor, at, at, header, search_text, 1, deleted_at
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS read (id text, number text, status text, payment text,
      source text, tags text[], total_minor bigint, at timestamptz, header jsonb, search_text text, deleted_at timestamptz)
    ON CONFLICT (install_id, id) DO UPDATE SET order_number = excluded.order_number, status = excluded.status,
      payment_status = excluded.payment_status, source = excluded.source, tags = excluded.tags, total_minor = excluded.total_minor,
      created_at = excluded.created_at, header = excluded.header, search_text = excluded.search_text,
      deleted_at = excluded.deleted_at`;
}

const foldedTexts = new WeakMap<ModelOrder, { tags: string[]; text: string }>();

/** Returns the folded tags of an order, and its folded searchable text. Each order is folded once. */
function foldedOf(order: ModelOrder): { tags: string[]; text: string } {
  const known = foldedTexts.get(order);
  if (known) return known;
  const text = foldText([order.number, order.words, ...order.tags].join(' '));
  const folded = { tags: order.tags.map(foldText), text };
  foldedTexts.set(order, folded);
  return folded;
}

/** Whether an order matches a value of the payment filter. */
function hasPayment({ status, payment, totalMinor, paidMinor }: ModelOrder, value: string): boolean {
  const isOver = ['cancelled', 'returned', 'refunded'].includes(status) || totalMinor <= 0;
  return value === restUnpaid
    ? payment === 'partially_refunded' && paidMinor < totalMinor && !isOver
    : payment === value;
}

/**
 * Returns the ids that an order list with these filters must show, in list order. Tests compare the results of the
 * app's queries with these ids. The function uses none of the app's queries and only shares the code that folds text.
 * So the function does not repeat mistakes of the queries.
 */
export function expectedList(orders: readonly ModelOrder[], filters: OrderListFilters): string[] {
  const words = foldText(filters.q ?? '')
    .split(' ')
    .map((word) => word.replace(/^#/, ''));
  const exact = foldText(filters.q ?? '').replace(/^#/, '');
  const tag = filters.tag ? foldText(filters.tag) : null;
  const isExact = ({ number }: ModelOrder) => exact !== '' && number === exact;
  const fits = (order: ModelOrder) =>
    !order.deleted &&
    (!filters.status || filters.status.includes(order.status)) &&
    (!filters.payment || filters.payment.some((value) => hasPayment(order, value))) &&
    (!filters.source || filters.source === order.source) &&
    (tag === null || foldedOf(order).tags.includes(tag)) &&
    (!filters.from || order.createdAt >= Date.parse(filters.from)) &&
    (!filters.to || order.createdAt < Date.parse(filters.to)) &&
    (isExact(order) || words.every((word) => foldedOf(order).text.includes(word)));
  const { sort = 'newest' } = filters;
  const isUp = sort === 'oldest' || sort === 'lowest';
  const rank = (one: string | number, other: string | number) => (one < other ? -1 : one > other ? 1 : 0);
  const byKey = (one: ModelOrder, other: ModelOrder) =>
    (sort === 'newest' || sort === 'oldest'
      ? rank(one.createdAt, other.createdAt)
      : rank(one.currency, other.currency) || rank(one.totalMinor, other.totalMinor)) ||
    rank(one.id, other.id);
  const inList = (one: ModelOrder, other: ModelOrder) =>
    Number(isExact(other)) - Number(isExact(one)) || byKey(one, other) * (isUp ? 1 : -1);
  return orders
    .filter(fits)
    .toSorted(inList)
    .map(({ id }) => id);
}
