import type { Money } from '@/lib/shared/numbers/money';

/** A quote of an earlier install of the store. */
export type EarlierQuote = {
  id: string;
  /** Quote number such as "Q-12"; null for a draft that was never sent. */
  number: string | null;
  state: string;
  customerName: string | null;
  total: Money | null;
  /** RFC 3339 timestamp. */
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
   * True if there are more items than the list shows. The rest is listed after these items are imported or declined.
   */
  hasMore: boolean;
  /** Earliest time at which some of this data is deleted (RFC 3339); null if there is no data. */
  until: string | null;
};
