import { z } from 'zod';

/** A value to filter by: any string, since the platform may add to its own lists (A16); a NUL no column can hold. */
const Value = z
  .string()
  .max(100)
  .refine((text) => !text.includes('\0'), 'holds a NUL');

/** An empty field of a form is no filter. */
const One = Value.transform((text) => text.trim() || undefined);

const Several = z
  .union([Value.transform((one) => [one]), z.array(Value).max(20)])
  .transform((values) => [...new Set(values.filter(Boolean))])
  .transform((values) => (values.length > 0 ? values : undefined));

/** An instant within the years that PostgreSQL and Date both write the same way. */
const Instant = z
  .union([z.literal(''), z.iso.datetime({ offset: true })])
  .transform((text) => (text === '' ? undefined : new Date(text)))
  .refine((at) => !at || (at.getUTCFullYear() >= 1970 && at.getUTCFullYear() <= 9999), 'out of range')
  .transform((at) => at?.toISOString());

/**
 * What the orders index shows, as its URL says it; all that are given hold at once. status and payment may be repeated
 * and mean any of them; from is inclusive, to is not, both RFC 3339; q is words that all occur in the order's number,
 * names of lines or tracking numbers.
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

/** The parameters of a URL by name, those that are repeated as a list: the shape that the schema reads. */
export function parametersOf(url: URLSearchParams): Record<string, string | string[]> {
  return Object.fromEntries(
    [...new Set(url.keys())].map((name) => {
      const [first = '', ...more] = url.getAll(name);
      return [name, more.length > 0 ? [first, ...more] : first];
    }),
  );
}
