import type { CreateOrderInput } from '@/lib/platform/contract/orders';
import { type ExchangeRate, parseAmount } from '@/lib/shared/numbers/money';
import type { Reading } from '@/lib/shared/reading';

/**
 * A currency that the store allows, as in ComposerStoreView. `rate` is null for the pricing currency and if no rate can
 * be read.
 */
export type ComposerCurrency = {
  code: string;
  decimals: number;
  areDecimalsTaken: boolean;
  rate: ExchangeRate | null;
};

/** The store data that the composer uses: ComposerStoreView without the fields that no order needs. */
export type ComposerStore = {
  country: string | null;
  pricingCurrency: { code: string; decimals: number };
  currencies: ComposerCurrency[];
  ratesAsOf: string | null;
  paymentMethods: { id: string; walletId: string | null }[];
  provinces: { value: string; ar: string; en: string }[];
};

/** A line as typed. `price` is text in major units. A catalogue field that is null is unknown, never zero. */
export type DraftLine = {
  variantId: string | null;
  name: string;
  sku: string | null;
  quantity: string;
  price: string;
  /** Price in the pricing currency, whatever the order's currency is. */
  cataloguePriceMinor: number | null;
  availableQuantity: number | null;
  /** The currency in which the price was typed; absent while the price equals the catalogue price. */
  agreedIn?: string | undefined;
};

/**
 * The rate of an order in a foreign currency, as typed. `inverse`: the text says how much of the pricing currency one
 * unit of the order's currency is; otherwise the reverse. `store` is the store's rate at the time it was chosen. It is
 * sent exactly while its text is unchanged.
 */
export type DraftExchange = {
  text: string;
  inverse: boolean;
  store: (ExchangeRate & { asOf: string | null }) | null;
};

/** Version of the draft's shape. A draft that is saved on the server may be read by a later version of the program. */
export const draftVersion = 1;

/** The form of a new order, everything as typed; plain JSON. */
export type NewOrderDraft = {
  version: typeof draftVersion;
  /** create: the order is created immediately. quote: it is sent to the customer for acceptance. */
  mode: 'create' | 'quote';
  status: 'placed' | 'approved';
  currency: { code: string; decimals: number };
  /** Present only for a foreign currency. */
  exchange: DraftExchange | null;
  lines: DraftLine[];
  discount: { amount: string; title: string; agreedIn?: string | undefined };
  method: 'pickup' | 'delivery';
  fee: string;
  feeIn?: string | undefined;
  address: { address: string; province: string; city: string; notes: string };
  customer: { name: string; phone: string; email: string };
  paymentMethod: string;
  note: string;
  tags: string[];
  attributes: { key: string; value: string | number | boolean }[];
  inventory: 'decrement' | 'skip';
  /**
   * The operation id under which the draft is or may have been sent. It is the same on every device that has the draft
   * open, so that two devices make one order. Only in a draft that is saved on the server.
   */
  operation?: { id: string; outcomeUnknown: boolean } | undefined;
};

/** Form fields that can have a message; a field of a line is for example "lines.0.price". */
export type DraftField =
  | `lines.${number}.${'name' | 'quantity' | 'price'}`
  | 'lines'
  | 'currency'
  | 'exchange.text'
  | 'discount.amount'
  | 'discount.title'
  | 'method'
  | 'fee'
  | `address.${keyof NewOrderDraft['address']}`
  | `customer.${keyof NewOrderDraft['customer']}`
  | 'paymentMethod'
  | 'note'
  | 'tags'
  | 'attributes'
  | 'status';

export type DraftProblemCode =
  | 'required'
  | 'too_long'
  | 'no_lines'
  | 'too_many_lines'
  | 'quantity_range'
  | 'not_a_number'
  | 'too_many_decimals'
  | 'too_large'
  | 'negative'
  | 'currency_off'
  | 'check_amount'
  | 'discount_too_large'
  | 'not_a_phone'
  | 'not_an_email'
  | 'method_off'
  | 'too_many_tags'
  | 'too_many_attributes';
export type DraftProblem = { field: DraftField; code: DraftProblemCode };

export type DraftReading = Reading<CreateOrderInput, DraftField, DraftProblemCode>;

/** Returns an empty form for a store: the pricing currency, pickup, the first payment method, and the status placed. */
export function emptyDraft(store: ComposerStore): NewOrderDraft {
  return {
    version: draftVersion,
    mode: 'create',
    status: 'placed',
    currency: { code: store.pricingCurrency.code, decimals: store.pricingCurrency.decimals },
    exchange: null,
    lines: [],
    discount: { amount: '', title: '' },
    method: 'pickup',
    fee: '',
    address: { address: '', province: '', city: '', notes: '' },
    customer: { name: '', phone: '', email: '' },
    paymentMethod: store.paymentMethods[0]?.id ?? '',
    note: '',
    tags: [],
    attributes: [],
    inventory: 'decrement',
  };
}

/** True if an amount was typed in a currency other than the order's current currency. */
export function isToCheck(agreedIn: string | undefined, currency: string): boolean {
  return agreedIn !== undefined && agreedIn !== currency;
}

/** Parses a typed quantity from 1 to 1,000,000; null if it is invalid. */
export function readQuantity(text: string): number | null {
  const parsed = parseAmount(text, 0);
  return parsed.ok && parsed.amountMinor >= 1 && parsed.amountMinor <= 1_000_000 ? parsed.amountMinor : null;
}

/**
 * quantity × agreed price in minor units. null while the quantity or the price cannot be parsed, or if the product is
 * not exact.
 */
export function lineTotalMinor(line: Pick<DraftLine, 'quantity' | 'price'>, decimals: number): number | null {
  const quantity = readQuantity(line.quantity);
  const price = parseAmount(line.price, decimals);
  if (quantity === null || !price.ok) return null;
  return exact(BigInt(quantity) * BigInt(price.amountMinor));
}

export type DraftTotals = {
  /** null while a line cannot be parsed or the sum is not exact. */
  subtotalMinor: number | null;
  discountMinor: number;
  feeMinor: number;
  totalMinor: number | null;
  /** The sum is larger than the integers that can be sent. */
  tooLarge: boolean;
};

/** Live totals with the platform's formula: total = subtotal - discount + shipping, tax 0. */
export function draftTotals(draft: NewOrderDraft, decimals: number): DraftTotals {
  const lineTotals = draft.lines.map((line) => lineTotalMinor(line, decimals));
  const readable = lineTotals.every((total) => total !== null);
  const sum = lineTotals.reduce<bigint>((total, line) => total + BigInt(line ?? 0), 0n);
  const discount = parseAmount(draft.discount.amount, decimals);
  const fee = parseAmount(draft.method === 'delivery' ? draft.fee : '', decimals);
  const discountMinor = discount.ok ? discount.amountMinor : 0;
  const feeMinor = fee.ok ? fee.amountMinor : 0;
  const total = exact(sum - BigInt(discountMinor) + BigInt(feeMinor));
  const bad = [discount, fee].some((amount) => !amount.ok && amount.code !== 'empty');
  return {
    subtotalMinor: readable ? exact(sum) : null,
    discountMinor,
    feeMinor,
    totalMinor: readable && !bad && total !== null && total >= 0 ? total : null,
    tooLarge: exact(sum + BigInt(feeMinor)) === null || lineIsTooLarge(draft.lines, decimals),
  };
}

/**
 * The draft's currency with the store's current decimals. If the store no longer allows the currency, the draft's own
 * decimals are used.
 */
export function orderCurrency(
  { currency }: Pick<NewOrderDraft, 'currency'>,
  { currencies, pricingCurrency }: Pick<ComposerStore, 'pricingCurrency' | 'currencies'>,
): { code: string; decimals: number } {
  const known = [...currencies, pricingCurrency].find(({ code }) => code === currency.code) ?? currency;
  return { code: known.code, decimals: known.decimals };
}

function lineIsTooLarge(lines: DraftLine[], decimals: number): boolean {
  return lines.some(
    (line) =>
      readQuantity(line.quantity) !== null &&
      parseAmount(line.price, decimals).ok &&
      lineTotalMinor(line, decimals) === null,
  );
}

function exact(value: bigint): number | null {
  return value <= BigInt(Number.MAX_SAFE_INTEGER) && value >= -BigInt(Number.MAX_SAFE_INTEGER)
    ? Number(value)
    : null;
}
