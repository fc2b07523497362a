import type { StopOfPerson } from '@/lib/deliveries/find-stops-of-person.server';
import type { LinkOfPerson } from '@/lib/orders/link/find-order-links.server';
import type { QuoteOfPerson } from '@/lib/quotes/erasing/find-quotes-of-person.server';
import type { Money } from '@/lib/shared/numbers/money';

/**
 * An order of a person. `firstItem` is null until the app has read the details of the order. `moreItems` is the number
 * of further lines. `parcel`: what happened to its parcel (parcelOf).
 */
export type PersonOrder = {
  id: string;
  number: string;
  status: string;
  total: Money;
  createdAt: string;
  firstItem: string | null;
  moreItems: number;
  parcel: 'refused' | 'taken' | null;
};

/** A sent quote of a person. `isOpen`: the customer can still accept it. */
export type PersonQuote = {
  id: string;
  number: string;
  state: string;
  isOpen: boolean;
  total: Money | null;
  updatedAt: string;
};

/** The price at which a person last ordered a variant through the app. */
export type AgreedPrice = { variantId: string; name: string; price: Money; at: string };

/**
 * What the app has stored about the person with one phone number. The sources are quotes and orders that the app
 * created. Other orders count if the app was allowed to store their customer.
 *
 * - `phone`: the number in E.164
 * - `orders`: at most 100, the newest first; `orderCount` counts all of them
 * - `refused`: how many of all orders were refused
 * - `remaining`: the cash that is still expected for these orders, one sum for each currency. It is missing if the user
 *   may not see cash, and if a server of an earlier release answers
 * - `lastParcels`: the last three parcels whose outcome is known: their number, and how many were refused
 */
export type Person = {
  phone: string;
  name: string | null;
  orders: PersonOrder[];
  orderCount: number;
  refused: number;
  remaining?: Money[];
  lastParcels: { count: number; refused: number };
  quotes: PersonQuote[];
  prices: AgreedPrice[];
};

/** Rows that are read page by page, so that only one page is in memory. The rows can be read only once. */
type Pages<Row> = AsyncIterable<Row[]>;

/**
 * Contents of an export file about a person. The lists are read in the sequence of `personSections`. The prices are
 * complete only after all orders were read.
 */
export type PersonFile = Pick<Person, 'phone' | 'name' | 'orderCount' | 'lastParcels'> & {
  orders: Pages<PersonOrder>;
  quotes: Pages<QuoteOfPerson>;
  prices: Pages<AgreedPrice>;
  stops: Pages<StopOfPerson>;
  links: Pages<LinkOfPerson>;
};

/** The lists of a PersonFile, in the sequence in which an export reads them. */
export const personSections = ['orders', 'quotes', 'prices', 'stops', 'links'] as const;

/**
 * Limits of the warning before shipping. `count`: number of last parcels that are examined. `refusedMin`: number of
 * refused parcels among these from which the warning is shown.
 */
export const warnedParcels = { count: 3, refusedMin: 2 };

/**
 * Returns true if the merchant should be warned before shipping to the person, because the person refused most of the
 * last parcels.
 */
export const isOftenRefused = ({ lastParcels }: Pick<Person, 'lastParcels'>) =>
  lastParcels.refused >= warnedParcels.refusedMin;
