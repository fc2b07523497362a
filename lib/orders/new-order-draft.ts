import type { CreateOrderInput } from '@/lib/platform/contract/orders';
import { parseAmount } from '@/lib/shared/money';
import type { PhoneReader } from '@/lib/shared/phone';

/** What the composer knows of the store: StoreView without what no order needs. */
export type ComposerStore = {
  country: string | null;
  pricingCurrency: { code: string; decimals: number };
  paymentMethods: { id: string; walletId: string | null }[];
  provinces: { value: string; ar: string; en: string }[];
};

/** A line as typed. price is text in major units; null facts of the catalogue are unknown, never zero. */
export type DraftLine = {
  variantId: string | null;
  name: string;
  sku: string | null;
  quantity: string;
  price: string;
  cataloguePriceMinor: number | null;
  availableQuantity: number | null;
};

/** The form of a new order, everything as typed. */
export type NewOrderDraft = {
  status: 'placed' | 'approved';
  lines: DraftLine[];
  discount: { amount: string; title: string };
  method: 'pickup' | 'delivery';
  fee: string;
  address: { address: string; province: string; city: string; notes: string };
  customer: { name: string; phone: string };
  paymentMethod: string;
  note: string;
  tags: string[];
};

/** Fields that can carry a message; lines are "lines.0.price". */
export type DraftField =
  | `lines.${number}.${'name' | 'quantity' | 'price'}`
  | 'lines'
  | 'discount.amount'
  | 'discount.title'
  | 'method'
  | 'fee'
  | `address.${keyof NewOrderDraft['address']}`
  | `customer.${keyof NewOrderDraft['customer']}`
  | 'paymentMethod'
  | 'note'
  | 'tags'
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
  | 'discount_too_large'
  | 'not_a_phone'
  | 'too_many_tags';
export type DraftProblem = { field: DraftField; code: DraftProblemCode };

export type DraftReading = { ok: true; order: CreateOrderInput } | { ok: false; problems: DraftProblem[] };

/** An empty form for a store: pickup, its first payment method, to be reviewed. */
export function emptyDraft(store: ComposerStore): NewOrderDraft {
  return {
    status: 'placed',
    lines: [],
    discount: { amount: '', title: '' },
    method: 'pickup',
    fee: '',
    address: { address: '', province: '', city: '', notes: '' },
    customer: { name: '', phone: '' },
    paymentMethod: store.paymentMethods[0]?.id ?? '',
    note: '',
    tags: [],
  };
}

/**
 * The body of POST /orders for a draft, or what is wrong and where, in the order of the form
 * (platform: Orders, POST /orders). Judges what can be judged without asking the platform; pure.
 */
export function readDraft(draft: NewOrderDraft, store: ComposerStore, readPhone: PhoneReader): DraftReading {
  const problems: DraftProblem[] = [];
  const report = (field: DraftField, code: DraftProblemCode) => problems.push({ field, code });
  const { decimals } = store.pricingCurrency;

  const amount = (field: DraftField, text: string, whenEmpty: number | null): number => {
    const parsed = parseAmount(text, decimals);
    if (parsed.ok && parsed.amountMinor >= 0) return parsed.amountMinor;
    if (parsed.ok) report(field, 'negative');
    else if (parsed.code !== 'empty') report(field, parsed.code);
    else if (whenEmpty === null) report(field, 'required');
    return whenEmpty ?? 0;
  };
  const text = (field: DraftField, value: string, lengthMax: number, required: boolean): string => {
    const trimmed = value.trim();
    if (required && trimmed === '') report(field, 'required');
    if (trimmed.length > lengthMax) report(field, 'too_long');
    return trimmed;
  };

  if (draft.lines.length === 0) report('lines', 'no_lines');
  if (draft.lines.length > 200) report('lines', 'too_many_lines');
  const items = draft.lines.map((line, index) => {
    const name = text(`lines.${index}.name`, line.name, 255, true);
    const quantity = readQuantity(line.quantity);
    if (quantity === null) report(`lines.${index}.quantity`, 'quantity_range');
    const unit_price_minor = amount(`lines.${index}.price`, line.price, null);
    return { variant_id: line.variantId, name, quantity: quantity ?? 1, unit_price_minor };
  });

  const discountMinor = amount('discount.amount', draft.discount.amount, 0);
  const discountTitle = text('discount.title', draft.discount.title, 255, false);
  const totals = draftTotals(draft, decimals);
  if (discountMinor > Math.max(0, totals.subtotalMinor ?? discountMinor))
    report('discount.amount', 'discount_too_large');

  const delivery = draft.method === 'delivery';
  const feeMinor = delivery ? amount('fee', draft.fee, 0) : 0;
  if (totals.tooLarge) report('lines', 'too_large');
  const shipping_address = delivery
    ? {
        province: text('address.province', draft.address.province, 100, true),
        city: text('address.city', draft.address.city, 255, false) || null,
        address: text('address.address', draft.address.address, 1000, true),
        notes: text('address.notes', draft.address.notes, 1000, false) || null,
      }
    : null;

  const name = text('customer.name', draft.customer.name, 255, true);
  const phone = readPhone(draft.customer.phone, store.country);
  if (!phone.ok) report('customer.phone', phone.code === 'empty' ? 'required' : phone.code);
  const payment_method = text('paymentMethod', draft.paymentMethod, 100, true);
  const note = text('note', draft.note, 5000, false) || null;
  if (draft.tags.length > 10) report('tags', 'too_many_tags');
  if (draft.tags.some((tag) => tag.length > 40)) report('tags', 'too_long');

  if (problems.length > 0 || !phone.ok) return { ok: false, problems };
  return {
    ok: true,
    order: {
      currency: store.pricingCurrency.code,
      status: draft.status,
      items,
      discount: discountMinor > 0 ? { amount_minor: discountMinor, title: discountTitle || null } : null,
      shipping: { amount_minor: feeMinor, method: draft.method },
      customer: { name, phone: phone.e164 },
      shipping_address,
      payment_method,
      note,
      tags: draft.tags,
    },
  };
}

/** A quantity as typed, 1 to 1,000,000; null when it is none. */
export function readQuantity(text: string): number | null {
  const parsed = parseAmount(text, 0);
  return parsed.ok && parsed.amountMinor >= 1 && parsed.amountMinor <= 1_000_000 ? parsed.amountMinor : null;
}

/** quantity × agreed price in minor units; null while one of them cannot be read, or the product is not exact. */
export function lineTotalMinor(line: Pick<DraftLine, 'quantity' | 'price'>, decimals: number): number | null {
  const quantity = readQuantity(line.quantity);
  const price = parseAmount(line.price, decimals);
  if (quantity === null || !price.ok) return null;
  return exact(BigInt(quantity) * BigInt(price.amountMinor));
}

export type DraftTotals = {
  /** null while a line, the discount or the fee cannot be read. */
  subtotalMinor: number | null;
  discountMinor: number;
  feeMinor: number;
  totalMinor: number | null;
  /** The sum leaves the integers that can be sent. */
  tooLarge: boolean;
};

/** Live totals, as the platform will reckon them: total = subtotal - discount + shipping, tax 0. */
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

const fieldOfPath = new Map<string, DraftField>([
  ['items', 'lines'],
  ['discount', 'discount.amount'],
  ['discount.amount_minor', 'discount.amount'],
  ['discount.title', 'discount.title'],
  ['shipping', 'method'],
  ['shipping.method', 'method'],
  ['shipping.amount_minor', 'fee'],
  ['shipping_address', 'address.address'],
  ['shipping_address.address', 'address.address'],
  ['shipping_address.province', 'address.province'],
  ['shipping_address.city', 'address.city'],
  ['shipping_address.notes', 'address.notes'],
  ['customer', 'customer.name'],
  ['customer.name', 'customer.name'],
  ['customer.phone', 'customer.phone'],
  ['payment_method', 'paymentMethod'],
  ['note', 'note'],
  ['tags', 'tags'],
  ['status', 'status'],
]);

/** The field that a path of POST /orders belongs to ("items.0.unit_price_minor", "tags[3]"); null: none of ours. */
export function draftFieldOf(path: string): DraftField | null {
  const parts = path.replace(/\[(\d+)\]/g, '.$1').split('.');
  const index = Number(parts[1]);
  if (parts[0] === 'items' && parts.length > 1 && Number.isInteger(index)) {
    if (parts[2] === 'quantity') return `lines.${index}.quantity`;
    return parts[2] === 'unit_price_minor' ? `lines.${index}.price` : `lines.${index}.name`;
  }
  if (parts[0] === 'tags') return 'tags';
  return fieldOfPath.get(parts.slice(0, 2).join('.')) ?? null;
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
