import type { CreateOrderInput } from 'commerce-platform-client/contract/orders';
import { type ExchangeRate, parseAmount } from '@/lib/shared/numbers/money';
import type { Reading } from '@/lib/shared/reading';

/**
 * A currency that the store allows for orders. `rate` is null for the store's pricing currency, or if the store has no
 * readable rate.
 */
export type ComposerCurrency = {
  code: string;
  decimals: number;
  areDecimalsTaken: boolean;
  rate: ExchangeRate | null;
  /** Time of the currency's rate (RFC 3339). Absent if the time is the same as `ratesAsOf`. */
  rateAsOf?: string;
};

/** Data of the store that the form of a new order needs (a part of ComposerStoreView). */
export type ComposerStore = {
  country: string | null;
  pricingCurrency: { code: string; decimals: number };
  currencies: ComposerCurrency[];
  ratesAsOf: string | null;
  paymentMethods: { id: string; walletId: string | null }[];
  provinces: { value: string; ar: string; en: string }[];
};

/** Maximum length of the URL of a picture in a draft. */
export const pictureUrlLengthMax = 2_000;

/**
 * A line of a new order, as the user typed it. `price` is text in major units. `variantId`, `sku` and the values from
 * the catalogue are null if they are not known; null never means zero.
 */
export type DraftLine = {
  variantId: string | null;
  name: string;
  sku: string | null;
  quantity: string;
  price: string;
  /**
   * Catalogue price in minor units. The price is in the store's pricing currency, even if the order is in another
   * currency.
   */
  cataloguePriceMinor: number | null;
  availableQuantity: number | null;
  /**
   * URL of the picture from the catalogue; the URL is not trusted. Absent in a draft that was saved before
   * lines had pictures.
   */
  imageUrl?: string | null | undefined;
  /** The currency in which the price was agreed; absent while the price equals the catalogue price. */
  agreedIn?: string | undefined;
};

/**
 * Exchange rate of an order in a foreign currency, as the user typed it.
 *
 * - `inverse`: if true, `text` is the value of one unit of the order's currency in the pricing currency. If false,
 *   `text` is the value of one unit of the pricing currency in the order's currency.
 * - `store`: the store's exact rate when the form was filled; null if the store had no rate. The order is sent with
 *   this rate if the user does not change `text`.
 */
export type DraftExchange = {
  text: string;
  inverse: boolean;
  store: (ExchangeRate & { asOf: string | null }) | null;
};

/**
 * Version of the format of a draft. The version is stored, because a later version of the app may read a saved draft.
 */
export const draftVersion = 1;

/** Content of the form of a new order, with each field as the user typed it. The content is plain JSON. */
export type NewOrderDraft = {
  version: typeof draftVersion;
  /**
   * `create`: the form creates the order immediately. `quote`: the form makes a quote, which the customer must accept
   * first.
   */
  mode: 'create' | 'quote';
  status: 'placed' | 'approved';
  currency: { code: string; decimals: number };
  /** Exchange rate of the order; null if the order is in the pricing currency. */
  exchange: DraftExchange | null;
  lines: DraftLine[];
  discount: { amount: string; title: string; agreedIn?: string | undefined };
  /** The delivery method; empty until the user has chosen it. */
  method: 'pickup' | 'delivery' | '';
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
   * The order that the new order replaces; absent if there is none. The old order is cancelled by a separate action,
   * after the new order was created.
   */
  replaces?: { orderId: string; orderNumber: string } | undefined;
  /**
   * The operation id with which the order was sent, or may have been sent. Every device that opens the draft uses this
   * id, so that two devices create only one order. This field exists only in a draft that is saved on the server.
   */
  operation?: DraftOperation | undefined;
};

/** Outcomes after which the form warns that its write may have created an order. The next press is another write. */
export type WarnedCode = 'operation_reused' | 'needs_review';

/** A write about which the form has warned the user: its operation id and its outcome. */
export type EarlierWrite = { id: string; code: WarnedCode };

/**
 * The operation of a draft. `earlier` is the write about which the form has warned; absent if there is none. Each form
 * with the draft shows this warning, also after a reload and on another device.
 */
export type DraftOperation = { id: string; outcomeUnknown: boolean; earlier?: EarlierWrite | undefined };

/** Name of a field in the form of a new order, for messages. The price of the first order line is "lines.0.price". */
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

/** The field of each code that starts with `no_` is empty, and its message says what the merchant must fill in. */
export type DraftProblemCode =
  | 'no_item_name'
  | 'no_price'
  | 'no_rate'
  | 'no_method'
  | 'no_province'
  | 'no_province_name'
  | 'no_address'
  | 'no_customer_name'
  | 'no_phone'
  | 'no_payment_method'
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

/**
 * Returns an empty form of a new order. The form has the store's pricing currency, its first payment method and
 * the status `placed`. No delivery method is preset, because an order with the wrong method cannot be corrected: the
 * platform does not change the address of an order.
 */
export function emptyDraft(store: ComposerStore): NewOrderDraft {
  return {
    version: draftVersion,
    mode: 'create',
    status: 'placed',
    currency: { code: store.pricingCurrency.code, decimals: store.pricingCurrency.decimals },
    exchange: null,
    lines: [],
    discount: { amount: '', title: '' },
    method: '',
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

/**
 * True if an amount was agreed in a currency that is not the order's currency now. The user must check such an amount.
 */
export function isToCheck(agreedIn: string | undefined, currency: string): boolean {
  return agreedIn !== undefined && agreedIn !== currency;
}

/** Parses a typed quantity from 1 to 1,000,000; null if it is invalid. */
export function readQuantity(text: string): number | null {
  const parsed = parseAmount(text, 0);
  return parsed.ok && parsed.amountMinor >= 1 && parsed.amountMinor <= 1_000_000 ? parsed.amountMinor : null;
}

/**
 * Returns quantity × agreed price of a line in minor units. Returns null if the quantity or the price cannot be parsed,
 * or if the result is too large to be exact.
 */
export function lineTotalMinor(line: Pick<DraftLine, 'quantity' | 'price'>, decimals: number): number | null {
  const quantity = readQuantity(line.quantity);
  const price = parseAmount(line.price, decimals);
  if (quantity === null || !price.ok) return null;
  return exact(BigInt(quantity) * BigInt(price.amountMinor));
}

export type DraftTotals = {
  /** Sum of the lines in minor units; null if a line cannot be parsed or the sum is too large to be exact. */
  subtotalMinor: number | null;
  discountMinor: number;
  feeMinor: number;
  totalMinor: number | null;
  /** True if a line, or the sum of the lines and the delivery fee, is too large to be sent as an exact integer. */
  tooLarge: boolean;
};

/**
 * Computes the totals of an order while the user types, with the platform's formula: total = subtotal - discount +
 * shipping, tax 0.
 */
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
 * Returns the currency of the draft with the number of decimals that the store uses for it now. If the store no longer
 * allows the currency, the number of decimals comes from the draft.
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
