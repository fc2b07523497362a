import { z } from 'zod';
import type { CatalogueHit } from '@/lib/catalogue/catalogue-view';
import type { ActionOf } from '@/lib/shared/action-of';
import { InstallId } from '@/lib/shared/ids';
import { Text } from '@/lib/shared/text/text';

export const messageLengthMax = 5_000;

/** A message to match with the catalogue. */
export const MatchMessageCommand = z.object({
  installId: InstallId,
  text: Text.trim().min(1).max(messageLengthMax),
});
export type MatchMessageCommand = z.infer<typeof MatchMessageCommand>;

/** A possible variant and its quantity. "2 kilos" may be one pack or two packs. */
export type MessageCandidate = { hit: CatalogueHit; quantity: number };

/**
 * The match of one item in a message: `hit` is one variant, `candidates` are several variants that fit, best first,
 * `none` is no variant.
 */
export type MatchedItem = {
  /** The name as written in the message. */
  text: string;
  quantity: number;
  isQuantitySaid: boolean;
  price: string | null;
} & (
  | { code: 'hit'; candidates: [MessageCandidate, ...MessageCandidate[]] }
  | { code: 'candidates'; candidates: [MessageCandidate, ...MessageCandidate[]] }
  | { code: 'none'; candidates: [] }
);

/** `isPartial`: not every product has been read yet. `missing_scope`: the app may not read products (A10). */
export type MessageMatch =
  | { code: 'matched'; status: 200; items: MatchedItem[]; isPartial: boolean }
  | { code: 'missing_scope'; status: 403 };

/** `busy`: the store has read too many messages in the last minute; the next one may be read in `waitSeconds`. */
export type MessageMatchOutcome =
  | MessageMatch
  | { code: 'busy'; status: 429; waitSeconds: number }
  | { code: 'invalid'; status: 400 }
  | { code: 'signed_out'; status: 401 }
  | { code: 'reconnect'; status: 401 }
  | { code: 'not_found'; status: 404 };

/** The server action that matches a message, as the page passes it on. */
export type MatchMessage = ActionOf<typeof MatchMessageCommand, MessageMatchOutcome>;

/** One reviewed line: a variant of the catalogue, or a custom line if `hit` is null. */
export type PastedLine = { hit: CatalogueHit | null; name: string; quantity: number };
