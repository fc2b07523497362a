import type { OrderStatus } from 'commerce-platform-client/contract/orders';
import { convertMinor, type ExchangeRate } from '@/lib/shared/numbers/money';
import { netOfDiscount } from '@/sandbox/domain/orders/order-pricing';
import { type OrderHead, PastOrders } from './past-orders';
import { historyOf } from './past-history';
import { nthRandom, type Random, stateOf } from './random';
import type { CustomerRecord, OrderLine, OrderRecord, ProductRecord, StoreRecord } from './records';
import { priceStepMinor } from './seed-catalogue';
import { currencyDecimals } from './seed-stores';
import { addressNotes, notes, streets, tagChoices } from './seed-words';
import type { World } from './world';

const dayMs = 86_400_000;
const pastDays = 180;

/**
 * Gives a store past orders, spread evenly over the 180 days before the sandbox started. The newest orders are still in
 * progress. Each order depends only on the seed and on its number, so it is generated only when it is read. Until then,
 * only the fields that filter lists are in memory (18 bytes per order).
 */
export function seedOrders(
  world: World,
  store: StoreRecord,
  count: number,
  endMs: number,
  customers: CustomerRecord[],
): void {
  const seed = `${world.seed}/${store.slug}/orders`;
  const state = stateOf(seed);
  const tags = tagChoices[store.locale];
  const past: Past = {
    store,
    endMs,
    count,
    customers,
    tags,
    sellable: world.products.inStore(store.id).filter((product) => product.variants.length > 0),
  };
  world.orders.begin(
    store.id,
    new PastOrders(
      seed,
      count,
      tags,
      (index) => headOf(past, index, nthRandom(state, index)),
      (index, digits) => pastOrder(past, seed, index, digits, nthRandom(state, index)),
    ),
  );
  world.counters.put({ ...world.counters.need(store.id), order: firstNumber - 1 + count });
}

const firstNumber = 1001;

/**
 * The input from which a store's past orders are generated: the record objects of the store, its customers and its
 * products. A later change of a record stores a new object and never edits the old one, so this input never changes.
 */
type Past = {
  store: StoreRecord;
  endMs: number;
  count: number;
  customers: CustomerRecord[];
  tags: string[];
  sellable: ProductRecord[];
};

type Head = OrderHead & { source: 'storefront' | 'pos' | 'app' };

/**
 * Generates the fields that are used to filter lists of orders. They are made from the first random numbers of the
 * order's stream, so the rest of the order need not be generated.
 */
function headOf(past: Past, index: number, random: Random): Head {
  const gapMs = (pastDays * dayMs) / past.count;
  const createdMs = Math.floor(past.endMs - (past.count - index) * gapMs + random.next() * gapMs * 0.9);
  const ageMs = past.endMs - createdMs;
  const source = random.weighted([
    [62, 'storefront'],
    [26, 'pos'],
    [12, 'app'],
  ] as const);
  const status = source === 'pos' ? posStatus(random) : pastStatus(random, ageMs / dayMs);
  const changedMs = createdMs + Math.min(random.int(0, 5 * dayMs), ageMs);
  return {
    source,
    status,
    createdMs,
    updatedMs: status === 'placed' || source === 'pos' ? createdMs : changedMs,
    tag: random.chance(0.3) ? random.int(1, past.tags.length) : 0,
  };
}

function pastOrder(past: Past, seed: string, index: number, digits: string, random: Random): OrderRecord {
  const { store } = past;
  const head = headOf(past, index, random);
  const pos = head.source === 'pos';
  const pricing = pastPricing(store, random, pos);
  const { stepMinor } = pricing;
  const customer = pos ? null : random.pick(past.customers);
  const delivery = !pos && random.chance(0.75);
  const lines = pastLines(digits, random, past.sellable, pricing.priceOf);
  const subtotalMinor = lines.reduce((sum, line) => sum + line.total_minor, 0);
  const discountMinor = random.chance(0.2)
    ? Math.floor((subtotalMinor * random.int(5, 15)) / 100 / stepMinor) * stepMinor
    : 0;
  const shippingMinor = delivery ? random.int(3, 9) * stepMinor * 10 : 0;
  const at = new Date(head.createdMs).toISOString();
  const tag = past.tags[head.tag - 1];
  const order: OrderRecord = {
    id: `ord_${digits}`,
    store_id: store.id,
    order_number: String(firstNumber + index),
    status: head.status,
    source: head.source,
    line_pricing: pos ? 'net' : 'gross',
    currency: pricing.currency,
    subtotal_minor: subtotalMinor,
    discount_minor: discountMinor,
    discount_title: discountMinor > 0 ? (store.locale === 'ar' ? 'خصم' : 'Discount') : null,
    shipping_minor: shippingMinor,
    total_minor: subtotalMinor - discountMinor + shippingMinor,
    exchange_rate: pricing.exchangeRate,
    items: pos ? netOfDiscount(lines, discountMinor) : lines,
    payments: [],
    fulfillments: [],
    refunds: [],
    tags: tag === undefined ? [] : [tag],
    note: random.chance(0.12) ? random.pick(notes[store.locale]) : null,
    attributes: {},
    customer_id: customer?.id ?? null,
    customer: {
      first_name: customer?.first_name ?? null,
      last_name: customer?.last_name ?? null,
      email: customer?.email ?? null,
      phone: customer?.phone ?? null,
    },
    shipping_address: delivery ? pastAddress(store, random) : null,
    payment_method: random.chance(0.8) ? 'cod' : 'manual_wallet',
    timeline: [{ at, by: null, kind: 'created', text: head.source }],
    created_at: at,
    updated_at: new Date(head.updatedMs).toISOString(),
  };
  return { ...order, ...historyOf(store, random, order, { digits, seed, index }) };
}

/**
 * The currency of an order and how prices are converted to it. exchangeRate is null if the order is in the store's own
 * currency.
 */
type Pricing = {
  currency: string;
  exchangeRate: ExchangeRate | null;
  /** Discounts and shipping costs of the order are multiples of this step, in minor units. */
  stepMinor: number;
  /** Converts minor units of the store's currency to minor units of the order's currency. */
  priceOf: (minor: number) => number;
};

/**
 * Chooses the currency of an order. One order in eight uses another currency that the storefront accepts, with an
 * exchange rate near today's rate. The order keeps the rate of its creation day. The rate is that of the platform's
 * field exchange_rate: 1 unit of the store's currency equals `rate` units of the order's currency.
 */
function pastPricing(store: StoreRecord, random: Random, pos: boolean): Pricing {
  const others = store.allowed_currencies.filter((code) => store.rates[code] !== undefined);
  const stepMinor = priceStepMinor(store.currency);
  if (pos || others.length === 0 || !random.chance(1 / 8))
    return { currency: store.currency, exchangeRate: null, stepMinor, priceOf: (minor) => minor };
  const currency = random.pick(others);
  const { scaled, scale } = store.rates[currency] ?? { scaled: 1, scale: 0 };
  const exchangeRate = { scaled: Math.max(1, Math.round((scaled * random.int(960, 1040)) / 1000)), scale };
  const [from, to] = [currencyDecimals[store.currency] ?? 2, currencyDecimals[currency] ?? 2];
  const priceOf = (minor: number) => Math.max(1, convertMinor(minor, from, to, exchangeRate));
  return { currency, exchangeRate, stepMinor: priceOf(stepMinor), priceOf };
}

function pastAddress(store: StoreRecord, random: Random): OrderRecord['shipping_address'] {
  return {
    address: `${random.pick(streets[store.locale])} ${random.int(1, 90)}`,
    province: random.pick(store.provinces).value,
    city: null,
    notes: random.chance(0.2) ? random.pick(addressNotes[store.locale]) : null,
  };
}

function posStatus(random: Random): OrderStatus {
  return random.chance(0.97) ? 'completed' : 'refunded';
}

function pastStatus(random: Random, ageDays: number): OrderStatus {
  if (ageDays < 2)
    return random.weighted([
      [6, 'placed'],
      [3, 'approved'],
      [1, 'processing'],
    ]);
  if (ageDays < 10)
    return random.weighted([
      [2, 'approved'],
      [2, 'processing'],
      [4, 'shipped'],
      [3, 'delivered'],
      [1, 'cancelled'],
    ]);
  return random.weighted([
    [70, 'delivered'],
    [12, 'completed'],
    [8, 'cancelled'],
    [3, 'delivered_failed'],
    [3, 'returned'],
    [2, 'partially_refunded'],
    [2, 'refunded'],
  ]);
}

function pastLines(
  digits: string,
  random: Random,
  sellable: ProductRecord[],
  priceOf: Pricing['priceOf'],
): OrderLine[] {
  const length = random.weighted([
    [5, 1],
    [3, 2],
    [2, 3],
  ]);
  return Array.from({ length }, (_, place) => {
    const product = random.pick(sellable);
    const variant = random.pick(product.variants);
    const priceMinor = priceOf(variant.price_minor);
    const quantity = random.weighted([
      [7, 1],
      [2, 2],
      [1, 3],
    ]);
    return {
      id: `line_${digits}${place}`,
      variant_id: variant.id,
      name: `${product.name} - ${variant.name}`,
      quantity,
      unit_price_minor: priceMinor,
      total_minor: quantity * priceMinor,
    };
  });
}
