import { z } from 'zod';
import type { CatalogueHit } from '@/lib/catalogue/catalogue-view';
import type { ActionOf } from '@/lib/shared/action-of';
import { InstallId } from 'commerce-platform-client/contract/ids';
import type { NoRight } from '@/lib/shared/roles/roles';
import { Text } from 'commerce-platform-client/contract/text';

export const messageLengthMax = 5_000;

/** Input of the action that finds products for the items of a customer's message. */
export const MatchMessageCommand = z.object({
  installId: InstallId,
  text: Text.trim().min(1).max(messageLengthMax),
});
export type MatchMessageCommand = z.infer<typeof MatchMessageCommand>;

/**
 * A variant that a message item may mean, and its quantity. The quantity depends on the variant: "2 kilos" may be one
 * pack or two packs.
 */
export type MessageCandidate = { hit: CatalogueHit; quantity: number };

/**
 * The variants that were found for one item of a message.
 *
 * - `hit`: exactly one variant.
 * - `candidates`: several possible variants, best match first.
 * - `none`: no variant.
 */
export type MatchedItem = {
  /** Name of the requested product, as it is written in the message. */
  text: string;
  quantity: number;
  isQuantitySaid: boolean;
  price: string | null;
} & (
  | { code: 'hit'; candidates: [MessageCandidate, ...MessageCandidate[]] }
  | { code: 'candidates'; candidates: [MessageCandidate, ...MessageCandidate[]] }
  | { code: 'none'; candidates: [] }
);

/**
 * Result for a message. `isPartial`: the app has not read all products yet, so a product may be missing.
 * `missing_scope`: the app may not read products (A10).
 */
export type MessageMatch =
  | { code: 'matched'; status: 200; items: MatchedItem[]; isPartial: boolean }
  | { code: 'missing_scope'; status: 403 };

/**
 * Result of the action. `busy`: the store has sent too many messages in the last minute; the next one is accepted after
 * `waitSeconds`.
 */
export type MessageMatchOutcome =
  | MessageMatch
  | { code: 'busy'; status: 429; waitSeconds: number }
  | { code: 'invalid'; status: 400 }
  | { code: 'signed_out'; status: 401 }
  | { code: 'reconnect'; status: 401 }
  | { code: 'not_found'; status: 404 }
  | NoRight;

/** The server action that finds products for the items of a customer's message, as screens call it. */
export type MatchMessage = ActionOf<typeof MatchMessageCommand, MessageMatchOutcome>;

/**
 * One item of the message after the user's review: a variant, or a line without a variant if `hit` is null. `price` is
 * the accepted price of one piece in the order's currency, as plain text in major units; null if none was accepted.
 */
export type PastedLine = { hit: CatalogueHit | null; name: string; quantity: number; price: string | null };

/** The customer's details that the user accepted from the message. `province` is a value of the store's list. */
export type PastedDetails = Partial<Record<'phone' | 'name' | 'province' | 'address', string>>;

/** Data that a form passes to the dialog for a pasted message. The dialog gets the data when the message is read. */
export type PasteTarget = {
  /** Country of the store (ISO 3166), for phone numbers without a country code. */
  country: string | null;
  provinces: { value: string; ar: string; en: string }[];
  /** Currency of the order. */
  currency: { code: string; decimals: number };
  /** The fields that a message can fill, with the values that they have in the form now. */
  typed: Required<PastedDetails>;
};
