type PagedQuery = {
  isFetching: boolean;
  refetch(options: { cancelRefetch: false }): Promise<unknown>;
  fetchNextPage(options: { cancelRefetch: false }): Promise<unknown>;
};

/**
 * Loads the next page of a list. If a live update is reading the list again, this function first waits for the end of
 * that read. Without this wait, React Query would return the running read and load no page.
 */
export async function loadNextPage(query: PagedQuery): Promise<void> {
  if (query.isFetching) await query.refetch({ cancelRefetch: false });
  await query.fetchNextPage({ cancelRefetch: false });
}
