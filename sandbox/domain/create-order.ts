import { parsePhoneNumberFromString } from 'libphonenumber-js';
import { type CreateOrderBody, dedupeTags } from '@/lib/platform/contract/orders';
import type { OrderRecord, StoreRecord, VariantRecord } from '@/sandbox/world/records';
import { findVariant, productStatus } from './catalogue';
import type { Context } from './context';
import { keptReference, type ReferenceRule } from './endpoint-policy';
import { placeOrder } from './place-order';
import { isRefusal, type Refusal, refuse, refuseFields } from './refusal';

type Caller = ReferenceRule & { appId: string };

/**
 * POST /orders after the contract: what needs the store to be judged, then the order. Refusals, in this order:
 * 422 currency_not_allowed, 422 invalid_request, 404 variant_not_found, 409 variant_unavailable,
 * 409 payment_method_disabled, 409 insufficient_stock; each writes nothing (CRE-1 to CRE-14).
 */
export function createOrder(
  context: Context,
  store: StoreRecord,
  body: CreateOrderBody,
  caller: Caller,
): OrderRecord | Refusal {
  if (!store.allowed_currencies.includes(body.currency))
    return refuseFields(
      422,
      [{ path: 'currency', message: 'not allowed in this store' }],
      'currency_not_allowed',
    );
  const phone = parsePhoneNumberFromString(body.customer.phone);
  const attributes = keptReference(body.attributes, caller);
  const problems = [
    ...rateProblems(store, body),
    ...provinceProblems(store, body),
    ...(phone?.isPossible() ? [] : [{ path: 'customer.phone', message: 'not a phone number' }]),
    ...(attributes
      ? []
      : [{ path: 'attributes.reference.url', message: "must be https on the app's origin" }]),
  ];
  if (problems.length > 0 || !phone || !attributes) return refuseFields(422, problems);

  const lines = resolveLines(context, store, body);
  if (isRefusal(lines)) return lines;
  if (!store.payment_methods.some((method) => method.id === body.payment_method))
    return refuse('payment_method_disabled', 'this payment method is not enabled in the store', {
      details: { fields: [{ path: 'payment_method', message: 'not enabled' }] },
    });
  if (body.inventory === 'decrement') {
    const short = shortLines(lines);
    if (short.length > 0)
      return refuse('insufficient_stock', 'not enough in stock', { details: { lines: short } });
  }

  const [firstName = null, ...otherNames] = body.customer.name.split(/\s+/);
  return placeOrder(context, {
    store,
    source: 'app',
    status: body.status,
    currency: body.currency,
    exchangeRate: body.exchange_rate,
    lines: body.items.map(({ variant_id, name, quantity, unit_price_minor }) => ({
      variant_id: variant_id ?? null,
      name,
      quantity,
      unit_price_minor,
    })),
    discountMinor: body.discount?.amount_minor ?? 0,
    discountTitle: body.discount?.title ?? null,
    shippingMinor: body.shipping.amount_minor,
    customer: {
      first_name: firstName,
      last_name: otherNames.join(' ') || null,
      email: body.customer.email ?? null,
      phone: phone.number,
    },
    shippingAddress: body.shipping_address && {
      address: body.shipping_address.address,
      province: body.shipping_address.province,
      city: body.shipping_address.city ?? null,
      notes: body.shipping_address.notes ?? null,
    },
    paymentMethod: body.payment_method,
    note: body.note ?? null,
    tags: dedupeTags(body.tags),
    attributes: { appId: caller.appId, values: attributes },
    decrementStock: body.inventory === 'decrement',
  });
}

type Problem = { path: string; message: string };

function rateProblems(store: StoreRecord, body: CreateOrderBody): Problem[] {
  const foreign = body.currency !== store.currency;
  if (foreign === (body.exchange_rate !== null)) return [];
  const message = foreign
    ? 'required: the currency is not that of the store'
    : 'forbidden in the currency of the store';
  return [{ path: 'exchange_rate', message }];
}

function provinceProblems(store: StoreRecord, body: CreateOrderBody): Problem[] {
  const given = body.shipping_address?.province;
  if (given === undefined || store.provinces.some((province) => province.value === given)) return [];
  return [{ path: 'shipping_address.province', message: 'not one of the provinces of GET /store' }];
}

type Line = { variant: VariantRecord | null; quantity: number };

function resolveLines(context: Context, store: StoreRecord, body: CreateOrderBody): Line[] | Refusal {
  const found = body.items.map((item) => ({
    wanted: item.variant_id ?? null,
    quantity: item.quantity,
    match: item.variant_id ? findVariant(context.world, store.id, item.variant_id) : undefined,
  }));
  const named = (test: (line: (typeof found)[number]) => boolean, message: string) =>
    found.flatMap((line, index) => (test(line) ? [{ path: `items.${index}.variant_id`, message }] : []));

  const unknown = named((line) => line.wanted !== null && !line.match, 'not found');
  if (unknown.length > 0)
    return refuse('variant_not_found', 'no such variant in this store', { details: { fields: unknown } });
  const gone = named(({ match }) => match !== undefined && !isForSale(match), 'no longer for sale');
  if (gone.length > 0)
    return refuse('variant_unavailable', 'a variant is hidden or discontinued', {
      details: { fields: gone },
    });
  return found.map(({ match, quantity }) => ({ variant: match?.variant ?? null, quantity }));
}

function isForSale(match: NonNullable<ReturnType<typeof findVariant>>): boolean {
  return (
    match.variant.status === 'active' && ['active', 'out_of_stock'].includes(productStatus(match.product))
  );
}

/** Lines that ask for more than the lines before them left (details.lines[], A12). */
function shortLines(
  lines: Line[],
): { index: number; variant_id: string; requested: number; available: number }[] {
  const taken = new Map<string, number>();
  return lines.flatMap(({ variant, quantity }, index) => {
    if (!variant || variant.stock_policy === 'continue') return [];
    const available = Math.max(0, variant.stock - (taken.get(variant.id) ?? 0));
    taken.set(variant.id, (taken.get(variant.id) ?? 0) + quantity);
    return quantity > available ? [{ index, variant_id: variant.id, requested: quantity, available }] : [];
  });
}
