import type { Money } from '@/lib/shared/numbers/money';
import type { QuoteContent } from './quote-content';
import type { QuoteState } from './quote-state';

/** One row of the list. null: not there, or emptied. */
export type QuoteListItem = {
  id: string;
  /** "Q-12"; null: a draft that was never sent. */
  number: string | null;
  state: QuoteState;
  customerName: string | null;
  total: Money | null;
  version: number;
  /** RFC 3339. */
  updatedAt: string;
  expiresAt: string | null;
  /** Something is typed that has not been sent. */
  hasDraft: boolean;
  changeRequested: boolean;
  order: { id: string; number: string } | null;
  madeBy: string | null;
};

/** A page of the list; `next`: where it goes on. */
export type QuotePage = { quotes: QuoteListItem[]; next: string | null };

/** One thing that happened. */
export type QuoteEventView = {
  id: string;
  kind: string;
  version: number;
  side: 'customer' | 'staff';
  by: string | null;
  /** Words the customer or the merchant left. */
  message: string | null;
  at: string;
};

/** What stands in the way of its order, as the write of it ended. */
export type QuoteOrderProblem = {
  state: 'refused' | 'needs_review';
  reason: string | null;
  requestId: string | null;
  lines: { index: number; requested: number; available: number }[];
};

/** A quote, whole. */
export type QuoteView = QuoteListItem & {
  /** Of the last version; null: a draft, or emptied. */
  content: QuoteContent | null;
  contentHash: string | null;
  link: string | null;
  events: QuoteEventView[];
  problem: QuoteOrderProblem | null;
  can: { rewrite: boolean; withdraw: boolean; retry: boolean; accept: boolean };
};

/** The last 90 days: how many were sent, and what became of those. */
export type QuoteFunnel = {
  sent: number;
  opened: number;
  accepted: number;
  declined: number;
  /** From sending to acceptance; null: none was accepted. */
  medianHours: number | null;
};
