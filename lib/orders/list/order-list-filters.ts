import { z } from 'zod';
import { storableText } from 'commerce-platform-client/contract/storable-text';
import { type ChosenSort, orderSorts, usualSort } from '@/lib/orders/list/order-sort';

/**
 * A filter value. Any text is allowed, because the platform may add values to its lists (A16). Only a NUL character is
 * refused, because PostgreSQL cannot store it. Half of a character is replaced.
 */
const Value = z
  .string()
  .max(100)
  .refine((text) => !text.includes('\0'), 'contains a NUL character')
  .transform(storableText);

/** A filter with at most one value. An empty text means no filter. */
const One = Value.transform((text) => text.trim() || undefined);

const Several = z
  .union([Value.transform((one) => [one]), z.array(Value).max(20)])
  .transform((values) => [...new Set(values.filter(Boolean))])
  .transform((values) => (values.length > 0 ? values : undefined));

/** A time in the years 1970 to 9999. PostgreSQL and JavaScript write these times in the same format. */
const Instant = z
  .union([z.literal(''), z.iso.datetime({ offset: true })])
  .transform((text) => (text === '' ? undefined : new Date(text)))
  .refine((at) => !at || (at.getUTCFullYear() >= 1970 && at.getUTCFullYear() <= 9999), 'out of range')
  .transform((at) => at?.toISOString());

const Sort = z
  .union([z.literal(''), z.enum(orderSorts)])
  .transform((sort): ChosenSort | undefined => (sort === '' || sort === usualSort ? undefined : sort));

/**
 * Filters and sort order of the orders list, as they are in its URL. An order must match all given filters.
 *
 * - status and payment may be repeated; the order must match any one of the values. The values of payment are payment
 *   statuses and `restUnpaid` (payment-filter.ts).
 * - from is inclusive and to is exclusive, both RFC 3339.
 * - q is the search text (listOrders). An order matches in three cases. First: each word of q occurs in the order
 *   number, the name of a line, a tag or a tracking number. Second: all words are words of the customer's name. Third:
 *   q is the customer's phone number.
 * - sort is absent for the newest order first.
 *
 * docs/recipes/add-a-filter.md lists the files that a new filter needs.
 */
export const OrderListFilters = z.object({
  status: Several.optional(),
  payment: Several.optional(),
  tag: One.optional(),
  source: One.optional(),
  from: Instant.optional(),
  to: Instant.optional(),
  q: One.optional(),
  sort: Sort.optional(),
});
export type OrderListFilters = z.output<typeof OrderListFilters>;

/** Returns the parameters of a URL by name. A parameter that is repeated becomes a list. */
export function parametersOf(url: URLSearchParams): Record<string, string | string[]> {
  return Object.fromEntries(
    [...new Set(url.keys())].map((name) => {
      const [first = '', ...more] = url.getAll(name);
      return [name, more.length > 0 ? [first, ...more] : first];
    }),
  );
}
