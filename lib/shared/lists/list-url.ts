import { cutText } from '@/lib/shared/text/cut-text';

/**
 * The functions that read the filters of a list from a URL, one for each filter, in the sequence of the URL. Each
 * function receives all values of its query parameter. It returns undefined if there is no value or if the values are
 * invalid. If a filter has no function, TypeScript reports an error.
 */
export type UrlReaders<Filters> = {
  [Name in keyof Filters]-?: (texts: string[]) => Exclude<Filters[Name], undefined> | undefined;
};

/**
 * Search parameters of a URL. Only the method getAll is needed, which the objects of the browser and of Next both have.
 */
export type UrlQuery = Pick<URLSearchParams, 'getAll'>;

/** Reads the filters of a list from its URL. Unknown parameters and invalid values are ignored. */
export function readFilters<Filters extends object>(url: UrlQuery, readers: UrlReaders<Filters>): Filters {
  const entries = Object.entries<(texts: string[]) => unknown>(readers)
    .map(([name, read]) => [name, read(url.getAll(name))] as const)
    .filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Filters;
}

/** Returns a filter function that accepts the known values and returns undefined for any other value. */
export function oneOf<Value extends string>(known: readonly Value[]) {
  return ([text]: string[]): Value | undefined => known.find((value) => value === text);
}

/**
 * Returns a filter function that accepts any text, leaves NUL characters out and shortens the text to `lengthMax`
 * characters. The server refuses a text with a NUL.
 */
export function textUpTo(lengthMax: number) {
  return ([text]: string[]): string | undefined =>
    (text && cutText(text.replaceAll('\0', '').trim(), lengthMax).trim()) || undefined;
}

/**
 * Reads a key from the URL of a list. The browser tab stores the search text of the list under this key
 * (components/ui/list/kept-search.ts).
 */
export function searchKey([key]: string[]): string | undefined {
  return key !== undefined && /^[0-9a-f]{8}$/.test(key) ? key : undefined;
}

/**
 * Returns the query of a list's URL; an empty text if there are no filters. The browser requests the list's data with
 * the same query, and adds the cursor of the next page. Spaces are written as %20, because a return path must not
 * contain "+".
 */
export function listQuery(filters: Record<string, string>, cursor: string | null = null): '' | `?${string}` {
  const query = new URLSearchParams({ ...filters, ...(cursor !== null && { cursor }) });
  return query.size > 0 ? `?${query.toString().replaceAll('+', '%20')}` : '';
}
