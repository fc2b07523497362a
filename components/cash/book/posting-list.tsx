'use client';

import { clsx } from 'clsx';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/overlay/dialog';
import { MoneyText } from '@/components/ui/text/money-text';
import { RelativeTime } from '@/components/ui/text/relative-time';
import type { PostingView } from '@/lib/cash/cash-view';
import { formatMoney } from '@/lib/shared/numbers/money';
import { CashProblem } from '@/components/cash/cash-problem';
import { type CashActions, useCashWrite } from '@/components/cash/use-cash-write';

type PostingListProps = {
  installId: string;
  postings: readonly PostingView[];
  /** Server action that undoes a posting; null if the user has no right to record cash. */
  undo: CashActions['undo'] | null;
};

/**
 * List of the last postings, newest first. Each row shows what was recorded, by whom and when, and has a button that
 * undoes the posting.
 */
export function PostingList({ installId, postings, undo }: PostingListProps) {
  const t = useTranslations('cash.postings');
  if (postings.length === 0) return <p className="text-sm text-ink-soft">{t('empty')}</p>;
  return (
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
  );
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
