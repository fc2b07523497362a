import { parsePhoneNumberFromString } from 'libphonenumber-js';
import { type CreateOrderBody, dedupeTags } from 'commerce-platform-client/contract/orders';
import type { OrderRecord, StoreRecord } from '@/sandbox/world/records';
import type { Context } from '@/sandbox/domain/context';
import { currentReference, type ReferenceRule } from '@/sandbox/domain/endpoint-policy';
import { resolveLines, shortageOf } from './order-lines';
import { placeOrder } from './place-order';
import { isRefusal, type Refusal, refuse, refuseFields } from '@/sandbox/domain/refusal';

type Caller = ReferenceRule & { appId: string };

/**
 * Handles POST /orders. The request was already validated against the contract. This function makes the checks that
 * need data of the store, and then creates the order. A refused request writes nothing (CRE-1 to CRE-14). The checks
 * are made in this sequence:
 *
 * - 422 currency_not_allowed
 * - 422 invalid_request
 * - 404 variant_not_found
 * - 409 variant_unavailable
 * - 409 payment_method_disabled
 * - 409 insufficient_stock
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
  const attributes = currentReference(body.attributes, caller);
  const problems = [
    ...rateProblems(store, body),
    ...provinceProblems(store, body),
    ...(phone?.isPossible() ? [] : [{ path: 'customer.phone', message: 'not a phone number' }]),
    ...(attributes
      ? []
      : [{ path: 'attributes.reference.url', message: "must be https on the app's origin" }]),
  ];
  if (problems.length > 0 || !phone || !attributes) return refuseFields(422, problems);

  const lines = resolveLines(context.world, store.id, body.items);
  if (isRefusal(lines)) return lines;
  if (!store.payment_methods.some((method) => method.id === body.payment_method))
    return refuse('payment_method_disabled', 'this payment method is not enabled in the store', {
      details: { fields: [{ path: 'payment_method', message: 'not enabled' }] },
    });
  const shortage = body.inventory === 'decrement' ? shortageOf(lines) : null;
  if (shortage) return shortage;

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
