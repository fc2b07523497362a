import { z } from 'zod';

const Target = z.object({ acceptedQuote: z.string().nullish() }).catch({});

/**
 * Returns the number of a quote, such as Q-1, if a customer caused the write by accepting the quote. Returns null if a
 * user requested the write. `target` is the stored target of the write (OperationTarget) and may have any shape.
 */
export function readAcceptedQuote(target: unknown): string | null {
  return Target.parse(target).acceptedQuote ?? null;
}
