import { z } from 'zod';

/** Latest dated revision this contract was written against (platform: Versioning). */
export const apiRevision = '2026-09-10';

/**
 * A value set the platform may extend (platform: Versioning, rule 2): the known values for the type,
 * any text accepted, so that one we have never seen breaks nothing.
 */
export const openEnum = <const Values extends readonly string[]>(_values: Values) =>
  z.string() as unknown as z.ZodType<Values[number] | (string & {}), string>;

export const Timestamp = z.iso.datetime({ offset: true });

/** platform: Common shapes. */
export const Money = z.object({
  amount_minor: z.int(),
  currency: z.string(),
  decimals: z.int().min(0).max(18),
});
export type Money = z.infer<typeof Money>;

/** rate = scaled / 10^scale (platform: Common shapes). */
export const ExchangeRate = z.object({ scaled: z.int().positive(), scale: z.int().min(0).max(18) });
export type ExchangeRate = z.infer<typeof ExchangeRate>;

/**
 * platform: Pagination rules; the one success body that is not {data}. A ranked page "carries no cursor", which may be
 * no key at all.
 */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ data: z.array(item), next_cursor: z.string().nullable().default(null) });
export type Page<Item> = { data: Item[]; next_cursor: string | null };

export const dataOf = <Item extends z.ZodType>(item: Item) => z.object({ data: item });

/** Query of every list (platform: Pagination rules). */
export const PageQuery = z.object({
  cursor: z.string().max(512).optional(),
  limit: z.coerce.number<number>().int().min(1).max(100).default(50),
});
export type PageQuery = z.input<typeof PageQuery>;

/** A comma-separated list of ids, at most 100 (platform: Limits). */
export const IdList = z
  .string()
  .transform((text) => text.split(',').filter((id) => id !== ''))
  .pipe(z.array(z.string()).min(1).max(100));
