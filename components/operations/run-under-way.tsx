'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { Spinner } from '@/components/ui/feedback/spinner';
import { openRunsOptions } from './bulk-queries';
import { RunWork } from './run-work';
import { installPath } from '@/lib/shared/install-path';

/** Notice that links to the bulk runs that have not ended. Shows nothing if there are none. */
export function RunUnderWay({ installId }: { installId: string }) {
  const t = useTranslations('bulk.underWay');
  const { data } = useQuery(openRunsOptions(installId));
  const [run, ...others] = data?.runs ?? [];
  if (!run) return null;
  const path = others.length > 0 ? '/runs' : (`/runs/${run.runId}` as const);
  return (
    <Link
      href={installPath(installId, path)}
      prefetch={false}
      className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-0.5 rounded-control border border-line bg-surface px-3 py-2 text-sm hover:bg-sunken"
    >
      <span className="flex min-w-0 flex-1 items-center gap-2 font-semibold">
        {run.state === 'running' && (
          <span className="text-brand">
            <Spinner />
          </span>
        )}
        <span className="truncate">
          {others.length > 0 ? (
            t('several', { count: others.length + 1 })
          ) : (
            <RunWork installId={installId} work={run.work} />
          )}
        </span>
      </span>
      <span className="text-ink-soft">
        {run.state === 'paused' ? t('paused') : t('done', { done: run.done, total: run.total })}
      </span>
    </Link>
  );
}
