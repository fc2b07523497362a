import type { z } from 'zod';

/**
 * Type of a server action, derived from the schema of its input. If a form no longer fits the schema, TypeScript
 * reports an error. The action still parses its input at run time, because anyone can send a request to it.
 */
export type ActionOf<Schema extends z.ZodType, Outcome> = (command: z.input<Schema>) => Promise<Outcome>;
