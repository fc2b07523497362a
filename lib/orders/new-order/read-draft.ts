import { rateOf } from '@/lib/orders/new-order/new-order-currency';
import {
  type ComposerStore,
  type DraftField,
  type DraftProblem,
  type DraftProblemCode,
  type DraftReading,
  draftTotals,
  isToCheck,
  type NewOrderDraft,
  orderCurrency,
  readQuantity,
} from '@/lib/orders/new-order/new-order-draft';
import { attributeBytes, attributeLimits } from '@/lib/orders/order-attribute';
import { ownAttribute } from '@/lib/orders/own-attribute';
import { parseAmount } from '@/lib/shared/numbers/money';
import type { PhoneReader } from '@/lib/shared/phone';

/**
 * Converts the draft of a new order to the body of POST /orders (platform: Orders, POST /orders). If the draft is
 * invalid, returns the problems with their fields, in the sequence of the form. The function checks everything that
 * needs no request to the platform. Pure function.
 */
export function readDraft(draft: NewOrderDraft, store: ComposerStore, readPhone: PhoneReader): DraftReading {
  const problems: DraftProblem[] = [];
  const report = (field: DraftField, code: DraftProblemCode) => problems.push({ field, code });
  const { code: currency, decimals } = orderCurrency(draft, store);

  const amount = (field: DraftField, text: string, whenEmpty?: DraftProblemCode): number => {
    const parsed = parseAmount(text, decimals);
    if (parsed.ok && parsed.amountMinor >= 0) return parsed.amountMinor;
    if (parsed.ok) report(field, 'negative');
    else if (parsed.code !== 'empty') report(field, parsed.code);
    else if (whenEmpty) report(field, whenEmpty);
    return 0;
  };
  const text = (
    field: DraftField,
    value: string,
    lengthMax: number,
    whenEmpty?: DraftProblemCode,
  ): string => {
    const trimmed = value.trim();
    if (whenEmpty && trimmed === '') report(field, whenEmpty);
    if (trimmed.length > lengthMax) report(field, 'too_long');
    return trimmed;
  };
  /** Reports an amount that was agreed in another currency, because the user must check it before the order is sent. */
  const checked = (field: DraftField, amountMinor: number, agreedIn: string | undefined): number => {
    if (amountMinor > 0 && isToCheck(agreedIn, currency)) report(field, 'check_amount');
    return amountMinor;
  };

  const isForeign = currency !== store.pricingCurrency.code;
  if (!store.currencies.some(({ code }) => code === currency)) report('currency', 'currency_off');
  const rate = isForeign ? rateOf(draft) : null;
  if (isForeign && !rate) report('exchange.text', rateProblem(draft));

  if (draft.lines.length === 0) report('lines', 'no_lines');
  if (draft.lines.length > 200) report('lines', 'too_many_lines');
  const items = draft.lines.map((line, index) => {
    const name = text(`lines.${index}.name`, line.name, 255, 'no_item_name');
    const quantity = readQuantity(line.quantity);
    if (quantity === null) report(`lines.${index}.quantity`, 'quantity_range');
    const price: DraftField = `lines.${index}.price`;
    const unit_price_minor = checked(price, amount(price, line.price, 'no_price'), line.agreedIn);
    return { variant_id: line.variantId, name, quantity: quantity ?? 1, unit_price_minor };
  });

  const { discount } = draft;
  const discountMinor = checked(
    'discount.amount',
    amount('discount.amount', discount.amount),
    discount.agreedIn,
  );
  const discountTitle = text('discount.title', discount.title, 255);
  const totals = draftTotals(draft, decimals);
  if (discountMinor > Math.max(0, totals.subtotalMinor ?? discountMinor))
    report('discount.amount', 'discount_too_large');

  const { method } = draft;
  if (!method) report('method', 'no_method');
  const delivery = method === 'delivery';
  const feeMinor = delivery ? checked('fee', amount('fee', draft.fee), draft.feeIn) : 0;
  if (totals.tooLarge) report('lines', 'too_large');
  // Without a list of provinces, the field is a text field, and its message says "Enter" instead of "Choose".
  const noProvince = store.provinces.length > 0 ? 'no_province' : 'no_province_name';
  const shipping_address = delivery
    ? {
        province: text('address.province', draft.address.province, 100, noProvince),
        city: text('address.city', draft.address.city, 255) || null,
        address: text('address.address', draft.address.address, 1000, 'no_address'),
        notes: text('address.notes', draft.address.notes, 1000) || null,
      }
    : null;

  const name = text('customer.name', draft.customer.name, 255, 'no_customer_name');
  const phone = readPhone(draft.customer.phone, store.country);
  if (!phone.ok) report('customer.phone', phone.code === 'empty' ? 'no_phone' : phone.code);
  const email = text('customer.email', draft.customer.email, 255);
  if (email !== '' && !/^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(email))
    report('customer.email', 'not_an_email');
  const payment_method = text('paymentMethod', draft.paymentMethod, 100, 'no_payment_method');
  if (payment_method !== '' && !store.paymentMethods.some(({ id }) => id === payment_method))
    report('paymentMethod', 'method_off');
  const note = text('note', draft.note, 5000) || null;
  if (draft.tags.length > 10) report('tags', 'too_many_tags');
  if (draft.tags.some((tag) => tag.length > 40)) report('tags', 'too_long');
  const attributes = Object.fromEntries(draft.attributes.map(({ key, value }) => [key, value]));
  const allAttributes = { ...attributes, ...appAttributes(draft.mode) };
  if (Object.keys(allAttributes).length > attributeLimits.keysMax)
    report('attributes', 'too_many_attributes');
  else if (attributeBytes(allAttributes) > attributeLimits.totalBytesMax) report('attributes', 'too_long');

  if (problems.length > 0 || !phone.ok || !method) return { ok: false, problems };
  return {
    ok: true,
    value: {
      currency,
      status: draft.mode === 'quote' ? 'approved' : draft.status,
      items,
      discount: discountMinor > 0 ? { amount_minor: discountMinor, title: discountTitle || null } : null,
      shipping: { amount_minor: feeMinor, method },
      customer: { name, phone: phone.e164, ...(email !== '' && { email }) },
      shipping_address,
      payment_method,
      exchange_rate: rate,
      note,
      tags: draft.tags,
      attributes,
      inventory: draft.inventory,
    },
  };
}

/**
 * Placeholders for the attributes that the app itself adds to an order: the operation id and, for a quote, the order's
 * reference. The placeholders are as large as the largest real values. So the merchant's attributes are limited to the
 * space that remains.
 */
export function appAttributes(mode: NewOrderDraft['mode']): Record<string, unknown> {
  const mark = { [ownAttribute]: '0'.repeat(36) };
  return mode === 'create' ? mark : { ...mark, reference: { url: '0'.repeat(300) } };
}

function rateProblem({ exchange }: NewOrderDraft): DraftProblemCode {
  return (exchange?.text ?? '').trim() === '' ? 'no_rate' : 'not_a_number';
}
