import type { Money } from '@/lib/shared/numbers/money';
import type { QuoteContent } from './quote-content';
import type { QuoteState } from './quote-state';

/** A row of the quote list. A field is null if it never had a value, or if its data was deleted. */
export type QuoteListItem = {
  id: string;
  /** True if a stored value of the quote cannot be decrypted. The field of this value is then null. */
  isUnreadable: boolean;
  /** Quote number such as "Q-12"; null for a draft that was never sent. */
  number: string | null;
  state: QuoteState;
  customerName: string | null;
  /** True if the user has no right to personal data, so the server left out the personal data (S35). */
  isPersonHidden: boolean;
  total: Money | null;
  version: number;
  /** Time of the last change of the quote, RFC 3339. */
  updatedAt: string;
  expiresAt: string | null;
  /** True if the quote has a saved draft whose content was not sent. */
  hasDraft: boolean;
  changeRequested: boolean;
  /**
   * True if the customer cannot answer because there were too many wrong digits at the link. The customer can answer
   * when a user has allowed new attempts.
   */
  areDigitsClosed: boolean;
  /** True if the store's exchange rate has moved beyond the quote's limit, so its price must be updated. */
  isRateMoved: boolean;
  order: { id: string; number: string } | null;
  madeBy: string | null;
};

/**
 * A page of the quote list. `next`: cursor of the next page; null on the last page. `moved`: number of all quotes of
 * the install whose price must be updated, including quotes that the filters of the page leave out.
 * `waiting`: numbers of all quotes for which the staff must do something, and of all quotes that the customer can still
 * answer, each at most 100. It is absent on a later page, and in a response of an earlier release.
 */
export type QuotePage = {
  quotes: QuoteListItem[];
  next: string | null;
  moved: number;
  waiting?: { needs_attention: number; open: number };
};

/** The content of a quote. `customer` is null if the user has no right to personal data. */
export type ShownContent = Omit<QuoteContent, 'order'> & {
  order: Omit<QuoteContent['order'], 'customer'> & { customer: QuoteContent['order']['customer'] | null };
};

/** An event in the history of a quote, as the screen shows it. */
export type QuoteEventView = {
  id: string;
  kind: string;
  version: number;
  side: 'customer' | 'staff';
  by: string | null;
  /** The text that the customer or the user wrote with the event; null if there is none. */
  message: string | null;
  at: string;
};

/** Why the quote's order was not created, from the stored result of the write that should have created it. */
export type QuoteOrderProblem = {
  state: 'refused' | 'needs_review';
  reason: string | null;
  requestId: string | null;
  lines: { index: number; requested: number; available: number }[];
};

/** A quote with all its details. */
export type QuoteView = QuoteListItem & {
  /** The content of the version that was sent last; null for a draft, or after the content was deleted. */
  content: ShownContent | null;
  contentHash: string | null;
  /** Time at which the version of `content` was sent, RFC 3339; null if `content` is null. */
  sentAt: string | null;
  link: string | null;
  events: QuoteEventView[];
  problem: QuoteOrderProblem | null;
  can: { rewrite: boolean; withdraw: boolean; withdrawLink: boolean; retry: boolean; accept: boolean };
};

/** Number of quotes that were sent in the last 90 days, and what the customers did with them. */
export type QuoteFunnel = {
  sent: number;
  opened: number;
  accepted: number;
  declined: number;
  /** Median time between sending and acceptance, in hours; null if no quote was accepted. */
  medianHours: number | null;
};
