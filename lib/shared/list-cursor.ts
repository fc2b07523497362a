import { z } from 'zod';

/**
 * Where a page of a list ends, as its URL carries it: words parted by spaces, which `words` reads. One that is not ours
 * is an error of the caller (400).
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
