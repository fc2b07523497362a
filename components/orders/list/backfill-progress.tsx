import { useFormatter, useTranslations } from 'next-intl';
import { Card } from '@/components/ui/card';
import { ProgressBar } from '@/components/ui/feedback/progress-bar';
import type { Freshness } from '@/lib/shared/freshness';

/** Past orders on their way: how many so far and back to when; how many there are nobody tells. */
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
