'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { ProgressBar } from '@/components/ui/feedback/progress-bar';
import type { BulkProgress } from '@/lib/operations/bulk/bulk-run';

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
  const { state, underWay, endsAt, minutesLeft = null, waitsForReconnect, isStorePaused } = run;
  if (waitsForReconnect || isStorePaused) return null;
  const finishing = ofStock ? tStock('finishing', { count: underWay }) : t('finishing', { count: underWay });
  if (state === 'paused') return underWay > 0 ? finishing : t('paused');
  if (state === 'cancelled') return finishing;
  if (endsAt === null || minutesLeft === null) return t('noEnd');
  // The minutes come from the server. The clock of this device may be wrong, and useNow first returns the time at which
  // the page was loaded, which may be long ago.
  return t('left', {
    minutes: minutesLeft,
    time: format.dateTime(new Date(endsAt), { timeStyle: 'short' }),
  });
}
