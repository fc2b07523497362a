'use client';

import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { useNextPage } from '@/components/ui/list/load-next-page';
import { Dialog } from '@/components/ui/overlay/dialog';
import { MoneyText } from '@/components/ui/text/money-text';
import { RelativeTime } from '@/components/ui/text/relative-time';
import type { PostingPage, PostingView } from '@/lib/cash/cash-view';
import { formatMoney } from '@/lib/shared/numbers/money';
import { cashPostingsOptions } from '@/components/cash/cash-queries';
import { CashProblem } from '@/components/cash/cash-problem';
import { type CashActions, useCashWrite } from '@/components/cash/use-cash-write';

type PostingListProps = {
  installId: string;
  /** The first page of the postings. */
  newest: PostingPage;
  /** Server action that undoes a posting; null if the user has no right to record cash. */
  undo: CashActions['undo'] | null;
};

/**
 * List of the postings, newest first. Each row shows what was recorded, by whom and when, and has a button that undoes
 * the posting. A button below the list loads the next page of older postings.
 */
export function PostingList({ installId, newest, undo }: PostingListProps) {
  const t = useTranslations('cash.postings');
  const { postings, hasMore, isLoading, isFailed, loadMore } = usePostings(installId, newest);
  if (postings.length === 0) return <p className="text-sm text-ink-soft">{t('empty')}</p>;
  return (
    <div className="flex flex-col gap-3">
      <ul className="flex flex-col divide-y divide-line text-sm">
        {postings.map((posting) => (
          <li
            key={posting.id}
            data-posting={posting.id}
            data-undone={posting.undone !== null}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0"
          >
            <Facts posting={posting} />
            {undo && !posting.undone && <UndoButton installId={installId} posting={posting} undo={undo} />}
          </li>
        ))}
      </ul>
      {isFailed && (
        <p role="alert" className="text-sm text-bad">
          {t('olderFailed')}
        </p>
      )}
      {hasMore && (
        <Button className="self-center" pending={isLoading} onClick={loadMore}>
          {t('older')}
        </Button>
      )}
    </div>
  );
}

/**
 * Returns the loaded postings, and a function that loads the next page. Until the user asks for older postings, the
 * first page comes from the cash book. After that, all pages are read together after each change, so that no posting
 * is missing between two pages.
 */
function usePostings(installId: string, newest: PostingPage) {
  const [isPaged, setPaged] = useState(false);
  const queryClient = useQueryClient();
  const options = cashPostingsOptions(installId);
  const read = useInfiniteQuery({ ...options, enabled: isPaged });
  const next = useNextPage(read);
  const loadMore = () => {
    if (!isPaged) queryClient.setQueryData(options.queryKey, { pages: [newest], pageParams: [null] });
    setPaged(true);
    next.loadMore();
  };
  const pages = isPaged && read.data ? read.data.pages : [newest];
  return {
    postings: pages.flatMap((page) => page.postings),
    hasMore: pages.at(-1)?.next != null,
    isLoading: read.isFetchingNextPage,
    isFailed: next.isFailed,
    loadMore,
  };
}

function Facts({ posting }: { posting: PostingView }) {
  const t = useTranslations('cash');
  const { source, orders, sums, note, undone, at, actorName } = posting;
  const who = (name: string | null) => <bdi key="name">{name ?? t('postings.noName')}</bdi>;
  return (
    <div className="flex min-w-0 flex-col gap-0.5">
      <p className="font-semibold">
        {sums.map(({ kind, sum }) => (
          // CSS does not draw the line-through of a paragraph over inline blocks. Each inline block therefore has a
          // line-through of its own.
          <span
            key={`${kind} ${sum.currency}`}
            className={clsx('me-3 inline-block', undone && 'line-through')}
          >
            {t(`kind.${kind}`)} <MoneyText money={sum} />
          </span>
        ))}
      </p>
      <p className="text-ink-soft">{t('postings.by', { source, count: orders })}</p>
      <p className="text-ink-soft">
        {t.rich('postings.who', {
          name: () => who(actorName),
          age: () => <RelativeTime key="age" at={at} />,
        })}
      </p>
      {note && (
        <p className="break-words">
          <bdi>{note}</bdi>
        </p>
      )}
      {undone && (
        <p className="text-warn">
          {t.rich('postings.undone', {
            name: () => who(undone.actorName),
            age: () => <RelativeTime key="age" at={undone.at} />,
          })}
        </p>
      )}
    </div>
  );
}

type UndoButtonProps = { installId: string; posting: PostingView; undo: CashActions['undo'] };

/** Button that undoes a posting after the user has confirmed it. */
function UndoButton({ installId, posting, undo }: UndoButtonProps) {
  const t = useTranslations('cash.postings');
  const locale = useLocale();
  const [isOpen, setOpen] = useState(false);
  const write = useCashWrite<{ postingId: string }, Awaited<ReturnType<typeof undo>>>(undo, installId, () =>
    setOpen(false),
  );
  const sums = posting.sums.map(({ sum }) => formatMoney(sum, locale)).join(' · ');
  return (
    <>
      <Button aria-label={t('undoOf', { sums })} onClick={() => setOpen(true)}>
        {t('undo')}
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title={t('confirm.title')}
        description={t('confirm.body')}
        actions={
          <>
            <Button onClick={() => setOpen(false)}>{t('confirm.keep')}</Button>
            <Button
              variant="primary"
              pending={write.sending}
              onClick={() => void write.send({ postingId: posting.id })}
            >
              {t('confirm.yes')}
            </Button>
          </>
        }
      >
        {write.outcome && !write.sending ? <CashProblem outcome={write.outcome} /> : null}
      </Dialog>
    </>
  );
}
