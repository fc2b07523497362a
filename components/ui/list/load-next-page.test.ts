import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { loadNextPage } from './load-next-page';

/**
 * Returns the observer of a list with three pages, and the numbers of the pages that were read. Only the first page is
 * loaded.
 */
async function openList() {
  const reads: number[] = [];
  let fails = false;
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const list = new InfiniteQueryObserver(client, {
    queryKey: ['list'],
    queryFn: async ({ pageParam }) => {
      reads.push(pageParam);
      if (fails) {
        fails = false;
        throw new Error('no answer');
      }
      return pageParam;
    },
    initialPageParam: 1,
    getNextPageParam: (page: number) => (page < 3 ? page + 1 : undefined),
  });
  list.subscribe(() => undefined);
  await list.refetch({ cancelRefetch: false });
  return {
    list,
    reads,
    pages: () => list.getCurrentResult().data?.pages,
    failNext: () => void (fails = true),
  };
}

it('loads the next page after a read of the list that is running at the press', async () => {
  const { list, reads, pages } = await openList();
  const running = list.refetch();
  await loadNextPage(list.getCurrentResult());
  await running;
  expect(pages()).toEqual([1, 2]);
  expect(reads.slice(-2)).toEqual([1, 2]);
});

it('loads one page for one press if nothing is read at the press', async () => {
  const { list, pages } = await openList();
  await loadNextPage(list.getCurrentResult());
  expect(pages()).toEqual([1, 2]);
});

it('loads one page for two presses during a read of the list', async () => {
  const { list, pages } = await openList();
  const running = list.refetch();
  const pressed = list.getCurrentResult();
  await Promise.all([loadNextPage(pressed), loadNextPage(pressed)]);
  await running;
  expect(pages()).toEqual([1, 2]);
});

it('says that a page could not be loaded, also if a live update then reads the list again', async () => {
  const { list, failNext, pages } = await openList();
  failNext();
  const loading = loadNextPage(list.getCurrentResult());
  await list.refetch({ cancelRefetch: false });
  await list.refetch();
  expect(await loading).toBe(false);
  expect(pages()).toEqual([1]);
  expect(await loadNextPage(list.getCurrentResult())).toBe(true);
  expect(pages()).toEqual([1, 2]);
});
