import { z } from 'zod';

/**
 * Schema of a time in a cursor (RFC 3339, UTC). The year 0000 is a valid time for zod, but PostgreSQL refuses it.
 */
export const CursorTime = z.iso.datetime().refine((text) => text >= '0001', 'the year 0000');

/**
 * Parses the cursor in the URL of a list. The cursor is the sort key of the last row of the previous page, as words
 * that are separated by spaces. `words` is the schema of these words. If the cursor is invalid, the request is refused
 * with 400.
 */
export function listCursor<Key>(words: z.ZodType<Key>) {
  return z
    .string()
    .max(200)
    .transform((text, context): Key => {
      const parsed = words.safeParse(text.split(' '));
      if (parsed.success) return parsed.data;
      context.addIssue({ code: 'custom', message: 'not a cursor' });
      return z.NEVER;
    });
}
