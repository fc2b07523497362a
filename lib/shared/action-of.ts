import type { z } from 'zod';

/**
 * A server action, typed by the schema of its command, so that TypeScript reports a form that no longer matches the
 * schema. The action still parses what arrives, because anyone can post to it.
 */
export type ActionOf<Schema extends z.ZodType, Outcome> = (command: z.input<Schema>) => Promise<Outcome>;
