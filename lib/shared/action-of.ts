import type { z } from 'zod';

/**
 * Type of a server action, derived from the schema of its input. TypeScript therefore reports a form whose fields no
 * longer match the schema. The action still parses its input, because anyone can send a request to it.
 */
export type ActionOf<Schema extends z.ZodType, Outcome> = (command: z.input<Schema>) => Promise<Outcome>;
