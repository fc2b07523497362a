'use client';

import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { ListSkeleton } from './list-skeleton';
import { ReadProblem } from '@/components/ui/feedback/read-problem';

type PagedListProps<Page> = {
  query: UseInfiniteQueryResult<InfiniteData<Page>>;
  words: { loading: string; more: string; moreFailed: string };
  /** Its table, or what stands in its place where nothing fits. */
  children: (pages: Page[]) => ReactNode;
  /** Said above the button that asks for more. */
  beforeMore?: (pages: Page[]) => ReactNode;
};

/** A list that grows by pages: its frame, what stands there until it has come or when it can't, and the way to more. */
export function PagedList<Page>({ query, words, children, beforeMore }: PagedListProps<Page>) {
  const isOutdated = query.isPlaceholderData;
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
      {query.isFetchNextPageError && (
        <p className="px-3 pt-3 text-center text-sm text-ink-soft">{words.moreFailed}</p>
      )}
      {query.data && query.hasNextPage && !isOutdated && (
        <div className="flex flex-col items-center gap-2 p-3">
          {beforeMore?.(query.data.pages)}
          <Button
            pending={query.isFetchingNextPage}
            // What a live update is just reading anew is waited for, not cut short.
            onClick={() => void query.fetchNextPage({ cancelRefetch: false })}
          >
            {words.more}
          </Button>
        </div>
      )}
    </div>
  );
}
