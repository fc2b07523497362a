'use client';

import { useFormatter, useNow, useTranslations } from 'next-intl';
import { ProgressBar } from '@/components/ui/feedback/progress-bar';
import type { BulkProgress } from '@/lib/operations/bulk/bulk-run';

const minuteMs = 60_000;

/**
 * Progress bar of a bulk run (one action on many orders or variants): the number of finished items, the total, and the
 * expected end.
 */
export function RunProgress({ run }: { run: BulkProgress }) {
  const t = useTranslations('bulk.run');
  const { done, total, state, endedAt } = run;
  return (
    <ProgressBar
      of={{ done, total }}
      resting={endedAt === null && state !== 'running'}
      label={
        <span className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5">
          <span className="text-base font-bold">{t('done', { done, total })}</span>
          <span className="text-ink-soft">{endedAt === null && <TimeLeft run={run} />}</span>
        </span>
      }
    />
  );
}

function TimeLeft({ run }: { run: BulkProgress }) {
  const t = useTranslations('bulk.run');
  const tStock = useTranslations('stockSheet.run');
  const ofStock = run.work.kind === 'adjust_stock';
  const format = useFormatter();
  const now = useNow({ updateInterval: 10_000 });
  const { state, underWay, endsAt, waitsForReconnect, isStorePaused } = run;
  if (waitsForReconnect || isStorePaused) return null;
  const finishing = ofStock ? tStock('finishing', { count: underWay }) : t('finishing', { count: underWay });
  if (state === 'paused') return underWay > 0 ? finishing : t('paused');
  if (state === 'cancelled') return finishing;
  if (endsAt === null) return t('noEnd');
  const end = new Date(endsAt);
  const leftMs = end.getTime() - now.getTime();
  const minutes = leftMs < minuteMs / 2 ? 0 : Math.ceil(leftMs / minuteMs);
  return t('left', { minutes, time: format.dateTime(end, { timeStyle: 'short' }) });
}
