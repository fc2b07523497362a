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

/**
 * How each filter of the orders list is parsed from a URL. A URL lists the filters in the sequence of these entries.
 */
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
 * Parses the filters in the URL of the orders list, for a screen. An invalid value is left out, while the zod schema
 * would refuse the whole query. An unknown status is kept (A16). The result is always valid for OrderListFilters. This
 * function does not use zod, so that the browser need not load zod.
 */
export function filtersOfUrl(url: UrlQuery): OrderListFilters {
  return readFilters<OrderListFilters>(url, readers);
}

/**
 * Converts the filters of the orders list to URL parameters. The same filters give the same text, whatever the
 * sequence in which the user chose them.
 */
export function urlOfFilters(filters: OrderListFilters): URLSearchParams {
  const url = new URLSearchParams();
  for (const name of Object.keys(readers) as (keyof OrderListFilters)[])
    for (const value of [filters[name] ?? []].flat().sort()) url.append(name, value);
  return url;
}

/**
 * Whether a search text may be in a URL: a number that is too short for a phone number. Any other text can be the name
 * or the phone of a customer. Proxies log URLs, so the URL then has only a key (S8).
 */
export function isPublicSearch(q: string): boolean {
  return /^#?[\p{Nd}-]{1,6}$/u.test(q);
}

/** Returns the key of the search text that the browser tab keeps, from the URL of the orders list; null without one. */
export function keyOfUrl(url: UrlQuery): string | null {
  return searchKey(url.getAll('search')) ?? null;
}

/**
 * Returns the path of the orders list with these filters and the key of a kept search text. The path is relative to the
 * install.
 */
export function ordersPath(filters: OrderListFilters, key: string | null = null): `/${string}` {
  const url = urlOfFilters(filters);
  if (key !== null) url.set('search', key);
  return url.size > 0 ? `/orders?${url}` : '/orders';
}
