import { useState } from 'react';

type PagedQuery = {
  isFetching: boolean;
  refetch(options: { cancelRefetch: false }): Promise<unknown>;
  fetchNextPage(options: { cancelRefetch: false }): Promise<{ isFetchNextPageError: boolean }>;
};

/**
 * Loads the next page of a list. If a live update is reading the list again, this function first waits for the end of
 * that read. Without this wait, React Query would return the running read and load no page. Returns false if the page
 * could not be loaded.
 */
export async function loadNextPage(query: PagedQuery): Promise<boolean> {
  if (query.isFetching) await query.refetch({ cancelRefetch: false });
  const { isFetchNextPageError } = await query.fetchNextPage({ cancelRefetch: false });
  return !isFetchNextPageError;
}

/**
 * Returns a function that loads the next page of a list, and whether the last press failed. The query forgets its error
 * when a live update reads the list again. So the result of the press is kept here, until the next press.
 */
export function useNextPage(query: PagedQuery & { isPlaceholderData: boolean; isPending: boolean }): {
  loadMore: () => void;
  isFailed: boolean;
} {
  const [isFailed, setFailed] = useState(false);
  // Another list is read, for example with another filter.
  if (isFailed && (query.isPlaceholderData || query.isPending)) setFailed(false);
  const loadMore = () => {
    setFailed(false);
    void loadNextPage(query).then((isLoaded) => setFailed(!isLoaded));
  };
  return { loadMore, isFailed };
}
