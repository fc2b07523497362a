import { z } from 'zod';

/** The date of the latest revision of the platform API that this contract follows (platform: Versioning). */
export const apiRevision = '2026-09-10';

/**
 * A set of values that the platform may extend (platform: Versioning, rule 2). The type has the known values, but any
 * text is accepted, so that a new value causes no error.
 */
export const openEnum = <const Values extends readonly string[]>(_values: Values) =>
  z.string() as unknown as z.ZodType<Values[number] | (string & {}), string>;

/** Year 0, and offsets of 16 hours or more. PostgreSQL cannot store such a time. */
const unstorableTime = /^0000|[+-](?:1[6-9]|2\d):\d\d$/;

/**
 * Time in ISO 8601 with an offset from UTC, such as 2026-11-21T10:00:00Z. A time that PostgreSQL cannot store is refused,
 * so that it makes only its own row of a list unreadable.
 */
export const Timestamp = z.iso
  .datetime({ offset: true })
  .refine((text) => !unstorableTime.test(text), 'a time that PostgreSQL cannot store');

/**
 * Amount of money in minor units, with its currency and number of decimals. The length of the currency is limited,
 * because an index of PostgreSQL refuses a long text. platform: Common shapes.
 */
export const Money = z.object({
  amount_minor: z.int(),
  currency: z.string().max(200),
  decimals: z.int().min(0).max(18),
});
export type Money = z.infer<typeof Money>;

/** Exchange rate as integers: rate = scaled / 10^scale (platform: Common shapes). */
export const ExchangeRate = z.object({ scaled: z.int().positive(), scale: z.int().min(0).max(18) });
export type ExchangeRate = z.infer<typeof ExchangeRate>;

/**
 * A page of a list. A page is the only kind of successful response that has a field in addition to `data`. A search for
 * products returns one ranked page. By the platform document, such a page "carries no cursor", so next_cursor may be
 * absent. platform: Pagination rules.
 */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ data: z.array(item), next_cursor: z.string().nullable().default(null) });
/** A page of a list, parsed. `next_cursor` is null on the last page. platform: Pagination rules. */
export type Page<Item> = { data: Item[]; next_cursor: string | null };

/** Successful response with one resource or one list without pages, in the field `data`. */
export const dataOf = <Item extends z.ZodType>(item: Item) => z.object({ data: item });

/** Query parameters that every list accepts (platform: Pagination rules). */
export const PageQuery = z.object({
  cursor: z.string().max(512).optional(),
  limit: z.coerce.number<number>().int().min(1).max(100).default(50),
});
export type PageQuery = z.input<typeof PageQuery>;

/** Query parameter with 1 to 100 ids, separated by commas (platform: Limits). */
export const IdList = z
  .string()
  .transform((text) => text.split(',').filter((id) => id !== ''))
  .pipe(z.array(z.string()).min(1).max(100));
