import type { z } from 'zod';

/**
 * Type of a server action, derived from the schema of its input. So TypeScript reports an error if a form no longer
 * fits the schema. The action parses its input anyway, because anyone can send a request to it.
 */
export type ActionOf<Schema extends z.ZodType, Outcome> = (command: z.input<Schema>) => Promise<Outcome>;
