import type { OrderListFilters } from '@/lib/orders/list/order-list-filters';

/** Names of the filters, in their order in a URL. */
const names = [
  'status',
  'payment',
  'tag',
  'source',
  'from',
  'to',
  'q',
] as const satisfies readonly (keyof OrderListFilters)[];
const severalMax = 20;
const lengthMax = 100;
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/i;

/**
 * Parses the filters in a page's URL, for a screen. It leaves out an invalid value; the schema would refuse the whole
 * query. An unknown status stays (A16). The result is always valid for OrderListFilters. It does not use zod, so the
 * browser need not load it.
 */
export function filtersOfUrl(url: URLSearchParams): OrderListFilters {
  const one = (name: string) =>
    [url.get(name) ?? '']
      .map((text) => text.trim())
      .find((text) => text !== '' && text.length <= lengthMax && !text.includes('\0'));
  const several = (name: string) => {
    const fitting = url
      .getAll(name)
      .filter((text) => text !== '' && text.length <= lengthMax && !text.includes('\0'));
    return fitting.length > 0 ? [...new Set(fitting)].slice(0, severalMax) : undefined;
  };
  const at = (name: string) => {
    const text = one(name);
    const date = text && instant.test(text) ? new Date(text) : null;
    const year = date?.getUTCFullYear() ?? Number.NaN;
    return year >= 1970 && year <= 9999 ? date?.toISOString() : undefined;
  };
  const filters: OrderListFilters = {
    status: several('status'),
    payment: several('payment'),
    tag: one('tag'),
    source: one('source'),
    from: at('from'),
    to: at('to'),
    q: one('q'),
  };
  return filters;
}

/** The filters as URL parameters. The same filters give the same text, in whatever order they were chosen. */
export function urlOfFilters(filters: OrderListFilters): URLSearchParams {
  const url = new URLSearchParams();
  for (const name of names) for (const value of [filters[name] ?? []].flat().sort()) url.append(name, value);
  return url;
}
