import type { Money } from '@/lib/shared/numbers/money';

/** A quote that an earlier install of the store left. */
export type EarlierQuote = {
  id: string;
  /** "Q-12"; null: a draft that was never sent. */
  number: string | null;
  state: string;
  customerName: string | null;
  total: Money | null;
  /** RFC 3339. */
  updatedAt: string;
  madeBy: string | null;
};

/** A saved view that it left, and whose it is; `name` null: of somebody who has not come back yet. */
export type EarlierViewItem = {
  id: string;
  name: string;
  owner: { kind: 'everybody' } | { kind: 'own' } | { kind: 'somebody'; name: string | null };
};

/** What may be had from earlier installs of the store. */
export type EarlierData = {
  quotes: EarlierQuote[];
  views: EarlierViewItem[];
  /** There is more than a list shows; it comes when these are decided. */
  hasMore: boolean;
  /** When the first of it is deleted (RFC 3339); null: there is nothing. */
  until: string | null;
};
