import type { CreateOrderOutcome } from '@/lib/orders/create-order';
import { type DraftField, draftFieldOf } from '@/lib/orders/new-order-draft';

type Refusal = Extract<CreateOrderOutcome, { code: 'refused' | 'invalid' }>;

/** Messages of messages/newOrder.refusedField, by what kind of field was refused. */
export type RefusedFieldKey =
  | 'name'
  | 'quantity'
  | 'price'
  | 'lines'
  | 'discount'
  | 'fee'
  | 'address'
  | 'province'
  | 'customerName'
  | 'phone'
  | 'paymentMethod'
  | 'note'
  | 'tags'
  | 'other';

export type RefusalProblem =
  | { field: DraftField; key: RefusedFieldKey }
  | { field: DraftField; key: 'stock'; available: number; requested: number };

/**
 * Where each part of a refusal belongs on the form. The platform's own words are English and may change, so the
 * field decides what is said (platform: Errors; A12).
 */
export function refusalProblems(outcome: Refusal): RefusalProblem[] {
  const stock = outcome.code === 'refused' ? outcome.lines : [];
  const byLine = stock.map(
    ({ index, available, requested }): RefusalProblem => ({
      field: `lines.${index}.quantity`,
      key: 'stock',
      available,
      requested,
    }),
  );
  const byPath = outcome.fields.flatMap(({ path }): RefusalProblem[] => {
    const field = draftFieldOf(path);
    return field ? [{ field, key: keyOf(field) }] : [];
  });
  const byReason: RefusalProblem[] =
    outcome.code === 'refused' && outcome.reason === 'payment_method_disabled'
      ? [{ field: 'paymentMethod', key: 'paymentMethod' }]
      : [];
  return [...byLine, ...byPath, ...byReason];
}

const keys: Record<string, RefusedFieldKey> = {
  lines: 'lines',
  'discount.amount': 'discount',
  'discount.title': 'discount',
  fee: 'fee',
  'address.address': 'address',
  'address.province': 'province',
  'customer.name': 'customerName',
  'customer.phone': 'phone',
  paymentMethod: 'paymentMethod',
  note: 'note',
  tags: 'tags',
};

function keyOf(field: DraftField): RefusedFieldKey {
  const line = /^lines\.\d+\.(name|quantity|price)$/.exec(field)?.[1];
  return line === 'name' || line === 'quantity' || line === 'price' ? line : (keys[field] ?? 'other');
}
