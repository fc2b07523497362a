import type { Money } from '@/lib/shared/numbers/money';
import type { QuoteContent } from './quote-content';
import type { QuoteState } from './quote-state';

/** One row of the quote list. A null field was never set, or its data was purged. */
export type QuoteListItem = {
  id: string;
  /** Whether a stored value cannot be decrypted. Its field is null then. */
  isUnreadable: boolean;
  /** "Q-12"; null for a draft that was never sent. */
  number: string | null;
  state: QuoteState;
  customerName: string | null;
  total: Money | null;
  version: number;
  /** RFC 3339. */
  updatedAt: string;
  expiresAt: string | null;
  /** Whether the quote has a saved draft that was not sent. */
  hasDraft: boolean;
  changeRequested: boolean;
  /** Whether the customer must wait for the merchant, because too many wrong digits were entered by the link. */
  areDigitsClosed: boolean;
  order: { id: string; number: string } | null;
  madeBy: string | null;
};

/** A page of the quote list. `next` is the cursor of the next page, or null on the last page. */
export type QuotePage = { quotes: QuoteListItem[]; next: string | null };

/** One entry of a quote's history. */
export type QuoteEventView = {
  id: string;
  kind: string;
  version: number;
  side: 'customer' | 'staff';
  by: string | null;
  /** The text that the customer or the merchant wrote. */
  message: string | null;
  at: string;
};

/** Why the order of a quote does not exist: the result of the operation that creates it. */
export type QuoteOrderProblem = {
  state: 'refused' | 'needs_review';
  reason: string | null;
  requestId: string | null;
  lines: { index: number; requested: number; available: number }[];
};

/** A quote with all its details. */
export type QuoteView = QuoteListItem & {
  /** The content of the last sent version; null for a draft, or after the content was purged. */
  content: QuoteContent | null;
  contentHash: string | null;
  link: string | null;
  events: QuoteEventView[];
  problem: QuoteOrderProblem | null;
  can: { rewrite: boolean; withdraw: boolean; withdrawLink: boolean; retry: boolean; accept: boolean };
};

/** Counts for the quotes of the last 90 days: how many were sent, and what the customers did with them. */
export type QuoteFunnel = {
  sent: number;
  opened: number;
  accepted: number;
  declined: number;
  /** Median hours from sending to acceptance; null if no quote was accepted. */
  medianHours: number | null;
};
