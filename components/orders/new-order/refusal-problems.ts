import type { CreateOrderOutcome } from '@/lib/orders/new-order/create-order';
import type { DraftField } from '@/lib/orders/new-order/new-order-draft';
import { draftFieldOf } from '@/lib/orders/new-order/new-order-field';
import type { NewOrderForm } from './new-order-form';

type Refusal = Extract<CreateOrderOutcome, { code: 'refused' | 'invalid' }>;

/** Keys of the messages newOrder.refusedField. Each key is a kind of form field that the platform can refuse. */
export type RefusedFieldKey =
  | 'name'
  | 'notFound'
  | 'unavailable'
  | 'currency'
  | 'rate'
  | 'quantity'
  | 'price'
  | 'lines'
  | 'discount'
  | 'fee'
  | 'address'
  | 'province'
  | 'customerName'
  | 'phone'
  | 'email'
  | 'paymentMethod'
  | 'note'
  | 'tags'
  | 'attributes'
  | 'other';

export type RefusalProblem =
  | { field: DraftField; key: RefusedFieldKey }
  | { field: DraftField; key: 'stock'; available: number; requested: number };

/**
 * Maps each part of the platform's refusal to a field of the new order form. The text for the user is chosen by the
 * refused field. The platform's messages are not shown, because they are in English and may change (platform: Errors;
 * A12). `hasProvinces` is false if the store has no list of provinces. A text about a refused province must then not
 * name that list.
 */
export function refusalProblems(outcome: Refusal, hasProvinces = true): RefusalProblem[] {
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
    if (!field) return [];
    const gone =
      outcome.code === 'refused' && path.startsWith('items') ? goneKeys.get(outcome.reason) : undefined;
    const key = field === 'address.province' && !hasProvinces ? 'other' : keyOf(field);
    return [{ field, key: gone ?? key }];
  });
  const reason = outcome.code === 'refused' ? (byReason.get(outcome.reason) ?? []) : [];
  return [...byLine, ...byPath, ...reason];
}

/** Refusal reasons of a line whose product variant does not exist or is not for sale. */
const goneKeys = new Map<string, RefusedFieldKey>([
  ['variant_not_found', 'notFound'],
  ['variant_unavailable', 'unavailable'],
]);

const byReason = new Map<string, RefusalProblem[]>([
  ['payment_method_disabled', [{ field: 'paymentMethod', key: 'paymentMethod' }]],
  ['currency_not_allowed', [{ field: 'currency', key: 'currency' }]],
]);

const keys: Record<string, RefusedFieldKey> = {
  lines: 'lines',
  currency: 'currency',
  'exchange.text': 'rate',
  'discount.amount': 'discount',
  'discount.title': 'discount',
  fee: 'fee',
  'address.address': 'address',
  'address.province': 'province',
  'customer.name': 'customerName',
  'customer.phone': 'phone',
  'customer.email': 'email',
  paymentMethod: 'paymentMethod',
  note: 'note',
  tags: 'tags',
  attributes: 'attributes',
};

function keyOf(field: DraftField): RefusedFieldKey {
  const line = /^lines\.\d+\.(name|quantity|price)$/.exec(field)?.[1];
  return line === 'name' || line === 'quantity' || line === 'price' ? line : (keys[field] ?? 'other');
}

/** Refusal reasons that show that the store's settings have changed since the screen read them. */
const storeReasons = ['currency_not_allowed', 'payment_method_disabled'];

type RefusalMarks = {
  form: NewOrderForm;
  /** Returns the text of a problem in the user's language. */
  textOf: (problem: RefusalProblem) => string;
  outcome: Refusal;
  hasProvinces: boolean;
};

/**
 * Shows each part of the platform's refusal as an error of the form field that it belongs to. A stock error also stores
 * the available quantity on the line. Returns true if the store's settings have changed since the screen read them.
 */
export function markRefusal({ form, textOf, outcome, hasProvinces }: RefusalMarks): boolean {
  for (const problem of refusalProblems(outcome, hasProvinces)) {
    if (problem.key === 'stock') {
      const line = problem.field.replace(/quantity$/, '') as `lines.${number}.`;
      form.setValue(`${line}availableQuantity`, problem.available);
    }
    const isGone = problem.key === 'notFound' || problem.key === 'unavailable';
    form.setError(problem.field, { type: isGone ? 'gone' : 'refused', message: textOf(problem) });
  }
  return outcome.code === 'refused' && storeReasons.includes(outcome.reason);
}
