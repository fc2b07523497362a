import type { Money } from '@/lib/shared/numbers/money';

/** A quote of an earlier install of the same store. */
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
 * A saved view of an earlier install, with its owner. The owner's `name` is null if that user has no current session in
 * this install.
 */
export type EarlierViewItem = {
  id: string;
  name: string;
  owner: { kind: 'everybody' } | { kind: 'own' } | { kind: 'somebody'; name: string | null };
};

/** Quotes and saved views of earlier installs that can be imported. */
export type EarlierData = {
  quotes: EarlierQuote[];
  views: EarlierViewItem[];
  /**
   * True if there are more quotes or saved views than these lists contain. The remaining ones are listed after these
   * were imported or declined.
   */
  hasMore: boolean;
  /**
   * Earliest time (RFC 3339) at which quotes or saved views of an earlier install will be deleted; null if none can be
   * imported.
   */
  until: string | null;
};
