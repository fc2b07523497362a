'use client';

import { useTranslations } from 'next-intl';
import { Card } from '@/components/ui/card';
import type { SyncView } from '@/lib/mirror/health/sync-view';
import { ArrivalTables } from './arrival-tables';
import { LagSparkline } from './lag-sparkline';
import { useLagText } from './use-lag-text';

/**
 * Card that shows how long webhook events take to arrive (U8). It has two numbers and a chart of the last 24 hours. A
 * button shows the data of the chart as a table.
 */
export function ArrivalCard({ view }: { view: SyncView }) {
  const t = useTranslations('sync.arrival');
  const lagText = useLagText();
  const { events, p50Ms, p95Ms, isPartial, hours } = view.arrival;
  if (p50Ms === null || p95Ms === null)
    return (
      <Card title={t('title')}>
        <p className="text-sm text-ink-soft">{t('none')}</p>
      </Card>
    );
  const worstMs = Math.max(...hours.map((hour) => hour.p95Ms ?? 0));
  return (
    <Card title={t('title')}>
      <div className="flex flex-col gap-3 text-sm">
        <dl className="flex flex-wrap gap-x-8 gap-y-2">
          {[
            { label: t('median'), ms: p50Ms },
            { label: t('p95'), ms: p95Ms },
          ].map(({ label, ms }) => (
            <div key={label} className="flex flex-col-reverse">
              <dt className="text-xs text-ink-soft">{label}</dt>
              <dd className="text-xl font-bold" suppressHydrationWarning>
                {lagText(ms)}
              </dd>
            </div>
          ))}
        </dl>
        <LagSparkline
          hours={hours}
          worstMs={worstMs}
          label={t('chart', { median: lagText(p50Ms), p95: lagText(p95Ms), max: lagText(worstMs) })}
        />
        <p className="text-xs text-ink-soft" suppressHydrationWarning>
          {t(isPartial ? 'ofNewest' : 'of', { count: events })} {t('max', { lag: lagText(worstMs) })}
        </p>
        <ArrivalTables view={view} />
      </div>
    </Card>
  );
}
