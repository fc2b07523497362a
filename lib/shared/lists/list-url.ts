/**
 * How a list reads its filters from a URL: one reader for each filter, in their order in the URL. A reader receives all
 * values of its parameter, and returns undefined if they are absent or invalid. A filter without a reader does not
 * compile.
 */
export type UrlReaders<Filters> = {
  [Name in keyof Filters]-?: (texts: string[]) => Exclude<Filters[Name], undefined> | undefined;
};

/** Search parameters of a URL, also the read-only ones of Next. */
export type UrlQuery = Pick<URLSearchParams, 'getAll'>;

/** Reads the filters of a list. Unknown parameters and invalid values are ignored. */
export function readFilters<Filters extends object>(url: UrlQuery, readers: UrlReaders<Filters>): Filters {
  const entries = Object.entries<(texts: string[]) => unknown>(readers)
    .map(([name, read]) => [name, read(url.getAll(name))] as const)
    .filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Filters;
}

/** A reader for one of these values. */
export function oneOf<Value extends string>(known: readonly Value[]) {
  return ([text]: string[]): Value | undefined => known.find((value) => value === text);
}

/** A reader for a text of at most `lengthMax` characters. The rest of a longer text is ignored. */
export function textUpTo(lengthMax: number) {
  return ([text]: string[]): string | undefined => text?.trim().slice(0, lengthMax).trim() || undefined;
}

/**
 * The query of a list's URL, or no text if there is none. A screen and a read have the same parameters; a read may also
 * have the cursor of its next page. It contains no "+", because return paths must not contain one.
 */
export function listQuery(filters: Record<string, string>, cursor: string | null = null): '' | `?${string}` {
  const query = new URLSearchParams({ ...filters, ...(cursor !== null && { cursor }) });
  return query.size > 0 ? `?${query.toString().replaceAll('+', '%20')}` : '';
}
