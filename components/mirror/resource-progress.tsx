'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { ProgressBar } from '@/components/ui/feedback/progress-bar';
import type { ResourceSync } from '@/lib/mirror/sync-resources';
import { ResourceName } from './resource-name';

/**
 * Progress bars for the full sweeps (reads of a whole list) that are running or waiting. The platform does not report
 * the total number of rows. The bars use the number of rows in the previous full sweep as the total. `isFirst` is true
 * if these are the first sweeps after the installation.
 */
export function ResourceProgress({ resources, isFirst }: { resources: ResourceSync[]; isFirst: boolean }) {
  const t = useTranslations('connection.check');
  const format = useFormatter();
  const open = resources.filter(({ state }) => state === 'running' || state === 'waiting');
  return (
    <div data-repair="running" className="flex flex-col gap-3">
      <p role="status" className="font-semibold">
        {t(isFirst ? 'loading' : 'running')}
      </p>
      {open.map(({ resource, running, whole }) => {
        const rows = running?.rows ?? 0;
        // If the running sweep has already read more rows than the previous full sweep, the total is unknown. The bar
        // then shows no percentage.
        const total = whole && whole.rows >= rows ? whole.rows : null;
        return (
          <ProgressBar
            key={resource}
            resting={!running}
            {...(running && total ? { of: { done: rows, total } } : {})}
            label={
              <span className="flex flex-wrap items-baseline justify-between gap-x-3">
                <ResourceName resource={resource} />
                <span className="text-xs text-ink-soft">
                  {!running && t('waits')}
                  {running && (total ? t('rowsOf', { count: rows, total }) : t('rows', { count: rows }))}
                  {running?.endsAt && (
                    <span suppressHydrationWarning>
                      {' '}
                      {t('endsAt', {
                        time: format.dateTime(new Date(running.endsAt), { timeStyle: 'short' }),
                      })}
                    </span>
                  )}
                </span>
              </span>
            }
          />
        );
      })}
    </div>
  );
}
