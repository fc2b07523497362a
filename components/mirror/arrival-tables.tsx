'use client';

import { useFormatter, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import type { SyncView } from '@/lib/mirror/health/sync-view';
import { EventName } from '@/components/ui/text/event-name';
import { NumberText } from '@/components/ui/text/number-text';
import { useLagText } from './use-lag-text';

/**
 * Two tables about webhook events. The first table has the delay of the events by hour, with the same data as the
 * chart. The second table has one row for each kind of event. A row shows the time from the change on the platform
 * until the change is in our mirror (copy).
 */
export function ArrivalTables({ view: { arrival, lag, lagIsPartial } }: { view: SyncView }) {
  const t = useTranslations('sync.arrival');
  const format = useFormatter();
  const hours = arrival.hours.filter(({ events }) => events > 0).reverse();
  return (
    <details className="group">
      <summary className="flex min-h-11 cursor-pointer items-center font-semibold text-brand">
        {t('asTable')}
      </summary>
      <div className="flex flex-col gap-4">
        <LagTable
          caption={t('byHour')}
          first={t('hour')}
          rows={hours.map((hour) => ({
            key: hour.startsAt,
            name: (
              <time dateTime={hour.startsAt} suppressHydrationWarning>
                {format.dateTime(new Date(hour.startsAt), { weekday: 'short', hour: 'numeric' })}
              </time>
            ),
            ...hour,
          }))}
        />
        {lag.length > 0 && (
          <LagTable
            caption={t(lagIsPartial ? 'byTopicNewest' : 'byTopic')}
            first={t('topic')}
            rows={lag.map((row) => ({ key: row.topic, name: <EventName topic={row.topic} />, ...row }))}
          />
        )}
      </div>
    </details>
  );
}

type LagRow = { key: string; name: ReactNode; events: number; p50Ms: number | null; p95Ms: number | null };

function LagTable({ caption, first, rows }: { caption: string; first: string; rows: LagRow[] }) {
  const t = useTranslations('sync.arrival');
  const lagText = useLagText();
  const cell = 'py-1.5 ps-3 text-end';
  return (
    <table className="w-full text-xs">
      <caption className="pb-1 text-start font-semibold">{caption}</caption>
      <thead className="text-ink-soft">
        <tr className="border-b border-line">
          <th scope="col" className="py-1.5 text-start font-semibold">
            {first}
          </th>
          {[t('events'), t('medianShort'), t('p95Short')].map((name) => (
            <th key={name} scope="col" className={`${cell} font-semibold`}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, events, p50Ms, p95Ms }) => (
          <tr key={key} className="border-b border-line last:border-b-0">
            <th scope="row" className="py-1.5 text-start font-normal">
              {name}
            </th>
            <td className={cell}>
              <NumberText value={events} />
            </td>
            <td className={cell} suppressHydrationWarning>
              {p50Ms === null ? '–' : lagText(p50Ms)}
            </td>
            <td className={cell} suppressHydrationWarning>
              {p95Ms === null ? '–' : lagText(p95Ms)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
