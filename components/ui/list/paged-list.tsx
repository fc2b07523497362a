'use client';

import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { ListSkeleton } from './list-skeleton';
import { useNextPage } from './load-next-page';
import { ReadProblem } from '@/components/ui/feedback/read-problem';

type PagedListProps<Page> = {
  query: UseInfiniteQueryResult<InfiniteData<Page>>;
  words: { loading: string; more: string; moreFailed: string };
  /** Renders the rows of the loaded pages, or a message if no row matches. */
  children: (pages: Page[]) => ReactNode;
  /** Renders what is shown above the button that loads more rows. */
  beforeMore?: (pages: Page[]) => ReactNode;
};

/** List that loads page by page. It has a frame, a skeleton, an error message and a button that loads more rows. */
export function PagedList<Page>({ query, words, children, beforeMore }: PagedListProps<Page>) {
  const isOutdated = query.isPlaceholderData;
  const { loadMore, isFailed } = useNextPage(query);
  return (
    <div className="sm:overflow-x-auto sm:rounded-card sm:border sm:border-line sm:bg-surface sm:shadow-card">
      {query.data ? (
        <div aria-busy={isOutdated} className={clsx(isOutdated && 'opacity-60')}>
          {children(query.data.pages)}
        </div>
      ) : query.isPending ? (
        <ListSkeleton label={words.loading} />
      ) : (
        <ReadProblem error={query.error} onRetry={() => void query.refetch()} />
      )}
      {isFailed && (
        <p role="alert" className="px-3 pt-3 text-center text-sm text-ink-soft">
          {words.moreFailed}
        </p>
      )}
      {query.data && query.hasNextPage && !isOutdated && (
        <div className="flex flex-col items-center gap-2 p-3">
          {beforeMore?.(query.data.pages)}
          <Button pending={query.isFetchingNextPage} onClick={loadMore}>
            {words.more}
          </Button>
        </div>
      )}
    </div>
  );
}
