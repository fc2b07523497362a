import type { OrderListFilters } from '@/lib/orders/list/order-list-filters';
import { type ChosenSort, orderSorts, usualSort } from '@/lib/orders/list/order-sort';
import { oneOf, readFilters, searchKey, type UrlQuery, type UrlReaders } from '@/lib/shared/lists/list-url';

const severalMax = 20;
const lengthMax = 100;
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/i;

const isFitting = (text: string) => text !== '' && text.length <= lengthMax && !text.includes('\0');

const one = ([text = '']: string[]) => [text.trim()].find(isFitting);

const several = (texts: string[]) => {
  const fitting = texts.filter(isFitting);
  return fitting.length > 0 ? [...new Set(fitting)].slice(0, severalMax) : undefined;
};

const at = (texts: string[]) => {
  const text = one(texts);
  const date = text && instant.test(text) ? new Date(text) : null;
  const year = date?.getUTCFullYear() ?? Number.NaN;
  return year >= 1970 && year <= 9999 ? date?.toISOString() : undefined;
};

/** How the value of each filter is read from a URL. In a URL, the filters have the same sequence as in this object. */
const readers: UrlReaders<OrderListFilters> = {
  status: several,
  payment: several,
  tag: one,
  source: one,
  from: at,
  to: at,
  q: one,
  sort: oneOf(orderSorts.filter((sort): sort is ChosenSort => sort !== usualSort)),
};

/**
 * Reads the filters from the URL of the orders list, for a screen. An invalid value is left out; the zod schema
 * OrderListFilters, in contrast, refuses the whole query. An unknown status stays in the filter (A16). The result
 * always fits OrderListFilters. The function does not use zod, so that the browser does not have to load zod.
 */
export function filtersOfUrl(url: UrlQuery): OrderListFilters {
  return readFilters<OrderListFilters>(url, readers);
}

/**
 * Converts the filters of the orders list to URL parameters. The same filters always give the same text, even if the
 * user chose them in another sequence.
 */
export function urlOfFilters(filters: OrderListFilters): URLSearchParams {
  const url = new URLSearchParams();
  for (const name of Object.keys(readers) as (keyof OrderListFilters)[])
    for (const value of [filters[name] ?? []].flat().sort()) url.append(name, value);
  return url;
}

/**
 * Whether a search text may be in a URL. Only a number that is too short to be a phone number may be in a URL. Any
 * other text can be the name or phone number of a customer, and proxies log URLs. For such a text, the URL contains
 * only a key, and the browser tab stores the text under this key (S8).
 */
export function isPublicSearch(q: string): boolean {
  return /^#?[\p{Nd}-]{1,6}$/u.test(q);
}

/** Whether the filters may be in a URL: they have no search text, or one that may be in a URL (S8). */
export function arePublicFilters({ q }: Pick<OrderListFilters, 'q'>): boolean {
  return q === undefined || isPublicSearch(q);
}

/**
 * Returns the key of the search text that the browser tab stores, from the URL of the orders list; null if the URL has
 * none.
 */
export function keyOfUrl(url: UrlQuery): string | null {
  return searchKey(url.getAll('search')) ?? null;
}

/**
 * Returns the path of the orders list with the given filters. `key` is the key of a search text that the browser tab
 * stores; null if there is none. The path is relative to the install.
 */
export function ordersPath(filters: OrderListFilters, key: string | null = null): `/${string}` {
  const url = urlOfFilters(filters);
  if (key !== null) url.set('search', key);
  return url.size > 0 ? `/orders?${url}` : '/orders';
}

/**
 * Returns the path of the orders list to which a user returns after a sign-in. A search text that may be personal data
 * is left out, because the path is copied into the URLs of the sign-in (S8). `key` is as for `ordersPath`. The path
 * contains no "+", which the check of a return path refuses; a space is written as %20.
 */
export function ordersReturnPath({ q, ...filters }: OrderListFilters, key: string | null): `/${string}` {
  const isKept = q !== undefined && isPublicSearch(q);
  return ordersPath(isKept ? { ...filters, q } : filters, key).replaceAll('+', '%20') as `/${string}`;
}

/**
 * Returns the path of the orders list with the given filters, relative to the install. Some search texts may not be in
 * a URL (S8). For such a text, the function `keep` stores the text in the browser tab and returns its key.
 */
export function searchedOrdersPath(
  { q, ...filters }: OrderListFilters,
  keep: (text: string) => string,
): `/${string}` {
  if (q === undefined || isPublicSearch(q)) return ordersPath({ ...filters, q });
  return ordersPath(filters, keep(q));
}
