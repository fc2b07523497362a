import { type CashState, cashStates } from '@/lib/cash/cash-view';
import { installPath } from '@/lib/shared/install-path';
import {
  listQuery,
  oneOf,
  readFilters,
  searchKey,
  type UrlQuery,
  type UrlReaders,
} from '@/lib/shared/lists/list-url';

/**
 * Filters of the cash screen. Without a state, the screen lists the orders for which a carrier owes cash. The state
 * `paid` has the orders that are paid in the store and have no recorded cash. `carrier` is an id, or "none". `currency`
 * is a code such as USD. `q` is an order number or a tracking number. With `q`, the other filters do not count.
 */
export type CashFilters = { state?: CashState; carrier?: string; currency?: string; q?: string };

/**
 * Contents of the URL of the cash screen. `search` is a key: the browser tab stores the search text under this key
 * (components/ui/list/kept-search.ts). The search text itself is never in the URL, because a user may type a phone
 * number (S8).
 */
export type CashUrl = Omit<CashFilters, 'q'> & { search?: string };

/** Matches a UUID in the form that CashListQuery accepts. */
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

const readers: UrlReaders<CashUrl> = {
  state: oneOf(cashStates),
  carrier: ([id]) => (id === 'none' || (id !== undefined && uuid.test(id)) ? id : undefined),
  currency: ([code]) => (code !== undefined && /^\w{1,20}$/.test(code) ? code : undefined),
  search: searchKey,
};

/** Reads the filters from the URL of the cash screen. Unknown values are ignored. */
export function readCashUrl(query: UrlQuery): CashUrl {
  return readFilters(query, readers);
}

/** Returns the path of the cash screen, relative to the path of the install. */
export function cashPath(filters: CashUrl): `/${string}` {
  return `/cash${listQuery(filters)}`;
}

/** Returns the path of the list of orders on the cash screen of an install. */
export function cashOrdersPath(installId: string, filters: CashUrl): string {
  return installPath(installId, `${cashPath(filters)}#cash-orders`);
}
