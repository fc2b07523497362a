import type { Money } from '@/lib/shared/numbers/money';
import type { QuoteContent } from './quote-content';
import type { QuoteState } from './quote-state';

/** One row of the quote list. A field is null if it was never set, or if its data was purged. */
export type QuoteListItem = {
  id: string;
  /** True if a stored value of the quote cannot be decrypted. The field of that value is then null. */
  isUnreadable: boolean;
  /** Quote number such as "Q-12"; null for a draft that was never sent. */
  number: string | null;
  state: QuoteState;
  customerName: string | null;
  /** True if the reader's role has no right to personal data. The server then sends no personal data (S35). */
  isPersonHidden: boolean;
  total: Money | null;
  version: number;
  /** Time of the last change of the quote, RFC 3339. */
  updatedAt: string;
  expiresAt: string | null;
  /** True if the quote has a saved draft that was not sent. */
  hasDraft: boolean;
  changeRequested: boolean;
  /**
   * True if the customer cannot answer before the merchant acts, because too many wrong digits were entered at the
   * link.
   */
  areDigitsClosed: boolean;
  order: { id: string; number: string } | null;
  madeBy: string | null;
};

/** A page of the quote list. `next` is the cursor of the next page, or null on the last page. */
export type QuotePage = { quotes: QuoteListItem[]; next: string | null };

/** The content of a quote. The customer is null if the reader's role has no right to personal data. */
export type ShownContent = Omit<QuoteContent, 'order'> & {
  order: Omit<QuoteContent['order'], 'customer'> & { customer: QuoteContent['order']['customer'] | null };
};

/** One event in the history of a quote, as the screen shows it. */
export type QuoteEventView = {
  id: string;
  kind: string;
  version: number;
  side: 'customer' | 'staff';
  by: string | null;
  /** The text that the customer or the merchant wrote with the event. */
  message: string | null;
  at: string;
};

/** Why the order of a quote was not created: the result of the operation that should create it. */
export type QuoteOrderProblem = {
  state: 'refused' | 'needs_review';
  reason: string | null;
  requestId: string | null;
  lines: { index: number; requested: number; available: number }[];
};

/** A quote with all its details. */
export type QuoteView = QuoteListItem & {
  /** The content of the last sent version; null for a draft, or after the content was purged. */
  content: ShownContent | null;
  contentHash: string | null;
  link: string | null;
  events: QuoteEventView[];
  problem: QuoteOrderProblem | null;
  can: { rewrite: boolean; withdraw: boolean; withdrawLink: boolean; retry: boolean; accept: boolean };
};

/** How many quotes of the last 90 days were sent, and what the customers did with them. */
export type QuoteFunnel = {
  sent: number;
  opened: number;
  accepted: number;
  declined: number;
  /** Median time from sending to acceptance, in hours; null if no quote was accepted. */
  medianHours: number | null;
};
