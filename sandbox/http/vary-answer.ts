import type { EndpointName } from 'commerce-platform-client/contract/endpoints';
import { futureField, type Variation } from '@/sandbox/domain/variation';

type Json = Record<string, unknown>;

/**
 * The undocumented enum values that the sandbox can return. For each field name, the table has the documented values
 * and the value that replaces each one.
 */
const unknownValues: Record<string, Record<string, string>> = {
  status: {
    processing: 'ready_for_pickup',
    pending: 'label_printed',
    discontinued: 'archived',
    out_of_stock: 'preorder',
  },
  order_status: { processing: 'ready_for_pickup' },
  payment_status: { partially_paid: 'on_account', unpaid: 'invoiced' },
  source: { storefront: 'marketplace' },
  distribution_channel: { custom: 'marketplace' },
  method: { automatic: 'loyalty' },
  value_type: { fixed_amount: 'buy_x_get_y' },
  reason: { sale: 'transfer' },
};

/**
 * Names of fields that contain objects with keys from users. No extra field is added to these objects, because an app
 * would read the extra field as data.
 */
const freeForm = ['attributes', 'rates', 'shipping_address'];

/**
 * The undocumented status that replaces "active" in a webhook subscription (A15). Other objects can have the status
 * "active" too; their status is not replaced by this one.
 */
const unknownSubscriptionStatus = 'throttled';

/**
 * Changes a response just before it is sent, so that it looks like the response of a different platform (the possible
 * changes are in sandbox/domain/variation.ts).
 */
export function varyAnswer(variation: Variation, name: EndpointName, answer: unknown): unknown {
  const base = variation.optional_fields === 'present' ? answer : idsAlone(variation, name, answer);
  const shaped = variation.bodies ? otherBody(name, base, variation.bodies === 'empty') : base;
  if (!variation.extra_fields && !variation.unknown_enums) return shaped;
  return walk(variation, shaped);
}

function walk(variation: Variation, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((entry) => walk(variation, entry));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([key, entry]) => {
    if (freeForm.includes(key)) return [key, entry];
    const other = typeof entry === 'string' ? unknownValueOf(value, key, entry) : undefined;
    return [key, variation.unknown_enums && other !== undefined ? other : walk(variation, entry)];
  });
  return { ...Object.fromEntries(entries), ...(variation.extra_fields && futureField) };
}

function unknownValueOf(record: Json, key: string, entry: string): string | undefined {
  const isSubscription = key === 'status' && 'consecutive_failures' in record;
  return isSubscription ? unknownSubscriptionStatus : unknownValues[key]?.[entry];
}

const withOptionalFields: EndpointName[] = [
  'getStore',
  'listProducts',
  'getProduct',
  'listVariants',
  'listDiscounts',
];

function idsAlone(variation: Variation, name: EndpointName, answer: unknown): unknown {
  if (!withOptionalFields.includes(name) || !isObject(answer) || answer.error) return answer;
  const idAlone = ({ id, ...rest }: Json): Json => ({
    id,
    ...(variation.optional_fields === 'null' &&
      Object.fromEntries(Object.keys(rest).map((key) => [key, null]))),
  });
  const { data } = answer;
  return { ...answer, data: Array.isArray(data) ? data.map(idAlone) : isObject(data) ? idAlone(data) : data };
}

function otherBody(name: EndpointName, answer: unknown, empty: boolean): unknown {
  if (!isObject(answer)) return answer;
  if (isObject(answer.error)) return { error: otherDetails(answer.error) };
  const { data } = answer;
  if (!isObject(data)) return answer;
  if (empty && orderWriters.includes(name)) return { data: {} };
  switch (name) {
    case 'setOrderStatus':
      return { data: { id: data.id, status: data.status } };
    case 'createFulfillment':
    case 'patchFulfillment':
      return { data: withOutcomeInOrder('fulfillment', data) };
    case 'createRefund':
      return { data: withOutcomeInOrder('refund', data) };
    case 'getOrder':
      return { data: otherAddress(data) };
    case 'getStore':
      return { data: otherRates(data) };
    default:
      return answer;
  }
}

const orderWriters: EndpointName[] = [
  'patchOrder',
  'setOrderStatus',
  'createFulfillment',
  'patchFulfillment',
  'createRefund',
];

function withOutcomeInOrder(kind: 'fulfillment' | 'refund', data: Json): Json {
  const { order_status, order_status_skipped, ...record } = data;
  return { [kind]: record, order: { order_status, order_status_skipped } };
}

function otherAddress(data: Json): Json {
  if (!isObject(data.shipping_address)) return data;
  const { address, province, city, notes } = data.shipping_address;
  return { ...data, shipping_address: { line1: address, state: province, town: city, instructions: notes } };
}

function otherRates(data: Json): Json {
  if (!isObject(data.fx) || !isObject(data.fx.rates)) return data;
  const rates = Object.entries(data.fx.rates).map(([code, rate]) => [
    code,
    isObject(rate) ? `${String(rate.scaled)}e-${String(rate.scale)}` : rate,
  ]);
  return { ...data, fx: { ...data.fx, rates: Object.fromEntries(rates) } };
}

function otherDetails(error: Json): Json {
  if (!isObject(error.details)) return error;
  const { fields, lines, ...details } = error.details;
  return {
    ...error,
    details: {
      ...details,
      ...(Array.isArray(fields) && {
        fields: fields.map(({ path, message }: Json) => ({ field: path, reason: message })),
      }),
      ...(Array.isArray(lines) && {
        lines: lines.map(({ variant_id, available }: Json) => ({ variant: variant_id, in_stock: available })),
      }),
    },
  };
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
