import { z } from 'zod';
import type { CatalogueHit } from '@/lib/catalogue/catalogue-view';
import { InstallId } from '@/lib/shared/ids';

export const messageLengthMax = 5_000;

/** A message to be read against the catalogue. */
export const MatchMessageCommand = z.object({
  installId: InstallId,
  text: z.string().trim().min(1).max(messageLengthMax),
});
export type MatchMessageCommand = z.infer<typeof MatchMessageCommand>;

/** What could be meant, and how many of it: 2 kilos may be one pack, or two. */
export type MessageCandidate = { hit: CatalogueHit; quantity: number };

/**
 * What one thing of a message was taken for: `hit` is one variant, `candidates` are several that fit, best first, `none`
 * is nothing of the catalogue.
 */
export type MatchedItem = {
  /** The name as it was written. */
  text: string;
  quantity: number;
  isQuantitySaid: boolean;
  price: string | null;
} & (
  | { code: 'hit'; candidates: [MessageCandidate, ...MessageCandidate[]] }
  | { code: 'candidates'; candidates: [MessageCandidate, ...MessageCandidate[]] }
  | { code: 'none'; candidates: [] }
);

/** `isPartial`: not every product was read yet. `missing_scope`: products may not be read (A10). */
export type MessageMatch =
  | { code: 'matched'; status: 200; items: MatchedItem[]; isPartial: boolean }
  | { code: 'missing_scope'; status: 403 };

export type MessageMatchOutcome =
  | MessageMatch
  | { code: 'invalid'; status: 400 }
  | { code: 'signed_out'; status: 401 }
  | { code: 'reconnect'; status: 401 }
  | { code: 'not_found'; status: 404 };

/** The server action that reads a message, as the page gives it. */
export type MatchMessage = (command: unknown) => Promise<MessageMatchOutcome>;

/** What comes of the review: a variant of the catalogue, or a line of its own. */
export type PastedLine = { hit: CatalogueHit | null; name: string; quantity: number };
