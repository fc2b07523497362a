import { z } from 'zod';

const Target = z.object({ acceptedQuote: z.string().nullish() }).catch({});

/**
 * Returns the number of the quote, such as Q-1, whose acceptance by the customer caused a write; null if a user requested
 * the write. `target` is the stored target of the write (OperationTarget), of any shape.
 */
export function readAcceptedQuote(target: unknown): string | null {
  return Target.parse(target).acceptedQuote ?? null;
}
