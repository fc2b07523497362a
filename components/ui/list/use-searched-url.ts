'use client';

import { useCallback, useMemo } from 'react';
import { keepSearch, searchOfKey, useKeptSearch } from '@/components/ui/list/kept-search';
import { type ChangeUrl, useUrlState } from '@/components/ui/list/use-url-state';
import type { UrlQuery } from '@/lib/shared/lists/list-url';

/** Contents of the URL of a list that can be searched. `search` is the key of the search text. */
type SearchedUrl = { search?: string };

/** Filters of such a list. `q` is the search text. */
type Searched<Url extends SearchedUrl> = Omit<Url, 'search'> & { q?: string };

/**
 * Filters of a list whose search text may be personal data. The URL has only a key of the text. The text itself is
 * stored only in this browser tab (S8). `read` and `pathOf` are those of useUrlState.
 */
export function useSearchedUrl<Url extends SearchedUrl>(
  installId: string,
  read: (query: UrlQuery) => Url,
  pathOf: (url: Url) => `/${string}`,
): { filters: Searched<Url>; change: ChangeUrl<Searched<Url>> } {
  const url = useUrlState(installId, read, pathOf);
  const q = useKeptSearch(url.state.search ?? null);
  const filters = useMemo(() => withSearch(url.state, q), [url.state, q]);
  const changeUrl = url.change;
  const change = useCallback<ChangeUrl<Searched<Url>>>(
    (changeOf, step) =>
      changeUrl((now) => {
        const before = searchOfKey(now.search ?? null);
        const { q: text, ...others } = changeOf(withSearch(now, before));
        const search = text && (text === before ? now.search : keepSearch(text));
        return { ...others, ...(search && { search }) } as Url;
      }, step),
    [changeUrl],
  );
  return { filters, change };
}

function withSearch<Url extends SearchedUrl>({ search: _, ...others }: Url, q: string): Searched<Url> {
  return { ...others, ...(q && { q }) };
}
