import { z } from 'zod';

/**
 * A value to filter by: any string, because the platform may add values to its lists (A16). A NUL is refused because no
 * column can hold it.
 */
const Value = z
  .string()
  .max(100)
  .refine((text) => !text.includes('\0'), 'contains a NUL character');

/** An empty field of a form is no filter. */
const One = Value.transform((text) => text.trim() || undefined);

const Several = z
  .union([Value.transform((one) => [one]), z.array(Value).max(20)])
  .transform((values) => [...new Set(values.filter(Boolean))])
  .transform((values) => (values.length > 0 ? values : undefined));

/** A time within the years that PostgreSQL and Date both write in the same way. */
const Instant = z
  .union([z.literal(''), z.iso.datetime({ offset: true })])
  .transform((text) => (text === '' ? undefined : new Date(text)))
  .refine((at) => !at || (at.getUTCFullYear() >= 1970 && at.getUTCFullYear() <= 9999), 'out of range')
  .transform((at) => at?.toISOString());

/**
 * Filters of the orders index, as its URL contains them. All given filters must match.
 *
 * - status and payment may be repeated; any one of their values matches.
 * - from is inclusive and to is exclusive, both RFC 3339.
 * - q is a list of words. Each word must occur in the order number, a line name or a tracking number.
 */
export const OrderListFilters = z.object({
  status: Several.optional(),
  payment: Several.optional(),
  tag: One.optional(),
  source: One.optional(),
  from: Instant.optional(),
  to: Instant.optional(),
  q: One.optional(),
});
export type OrderListFilters = z.output<typeof OrderListFilters>;

/** The parameters of a URL by name, in the shape that the schema parses: a repeated parameter becomes a list. */
export function parametersOf(url: URLSearchParams): Record<string, string | string[]> {
  return Object.fromEntries(
    [...new Set(url.keys())].map((name) => {
      const [first = '', ...more] = url.getAll(name);
      return [name, more.length > 0 ? [first, ...more] : first];
    }),
  );
}
