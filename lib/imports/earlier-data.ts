import type { Money } from '@/lib/shared/numbers/money';

/** A quote of an earlier installation of the app in the same store. */
export type EarlierQuote = {
  id: string;
  /** Quote number such as "Q-12"; null for a draft that was never sent. */
  number: string | null;
  state: string;
  customerName: string | null;
  total: Money | null;
  /** Time of the last change of the quote, RFC 3339. */
  updatedAt: string;
  madeBy: string | null;
};

/**
 * A saved view of the orders list from an earlier installation, with its owner. The `name` of the owner is null if that
 * user has neither a session nor a role in this install.
 */
export type EarlierViewItem = {
  id: string;
  name: string;
  owner: { kind: 'everybody' } | { kind: 'own' } | { kind: 'somebody'; name: string | null };
};

/** Quotes and saved views of earlier installations that a user can import into this install. */
export type EarlierData = {
  quotes: EarlierQuote[];
  views: EarlierViewItem[];
  /**
   * True if there are more quotes or saved views than the lists contain. When the user has imported or declined the
   * listed ones, the next ones are listed.
   */
  hasMore: boolean;
  /**
   * When the first of the earlier installations will be deleted with its quotes and saved views (RFC 3339). Null if
   * nothing can be imported.
   */
  until: string | null;
};
