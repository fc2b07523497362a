import { z } from 'zod';

/**
 * Parses the end position of a list page from its URL. The text is words separated by spaces, which `words` validates.
 * A cursor of another form is an error of the caller (400).
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
