import { useFormatter, useTranslations } from 'next-intl';
import { Card } from '@/components/ui/card';
import { ProgressBar } from '@/components/ui/feedback/progress-bar';
import type { Freshness } from '@/lib/shared/freshness';

/**
 * Progress of the backfill: how many orders were read, and back to which date. The platform does not report the total.
 */
export function BackfillProgress({ backfill }: { backfill: Freshness['backfill'] }) {
  const t = useTranslations('backfill');
  const format = useFormatter();
  if (backfill.state === 'done') return null;
  const reached = backfill.reachedBack && new Date(backfill.reachedBack);
  return (
    <Card>
      <ProgressBar
        label={
          <>
            <b className="font-semibold">{t('title')}</b>{' '}
            {reached
              ? t('progressBackTo', {
                  count: backfill.fetched,
                  date: format.dateTime(reached, { day: 'numeric', month: 'long', year: 'numeric' }),
                })
              : t('progress', { count: backfill.fetched })}
          </>
        }
      />
    </Card>
  );
}
