import { type CashState, cashStates } from '@/lib/cash/cash-view';
import { listQuery, oneOf, readFilters, type UrlQuery, type UrlReaders } from '@/lib/shared/lists/list-url';

/**
 * Filters of the cash screen. Without a state, the screen lists the orders for which a carrier owes cash. `carrier` is
 * an id, or "none". `currency` is a code such as USD.
 */
export type CashFilters = { state?: CashState; carrier?: string; currency?: string };

/** Matches a UUID in the form that CashListQuery accepts. */
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

const readers: UrlReaders<CashFilters> = {
  state: oneOf(cashStates),
  carrier: ([id]) => (id === 'none' || (id !== undefined && uuid.test(id)) ? id : undefined),
  currency: ([code]) => (code !== undefined && /^\w{1,20}$/.test(code) ? code : undefined),
};

/** Reads the filters from the URL of the cash screen. Unknown values are ignored. */
export function readCashUrl(query: UrlQuery): CashFilters {
  return readFilters(query, readers);
}

/** Returns the path of the cash screen, relative to the path of the install. */
export function cashPath(filters: CashFilters): `/${string}` {
  return `/cash${listQuery(filters)}`;
}
