'use client';

import { useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { BackLink } from '@/components/ui/back-link';
import { Banner } from '@/components/ui/feedback/banner';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { ProgressBar } from '@/components/ui/feedback/progress-bar';
import { ReadProblem } from '@/components/ui/feedback/read-problem';
import { RelativeTime } from '@/components/ui/text/relative-time';
import type { BulkRunView } from '@/lib/operations/bulk/bulk-run';
import { bulkRunsOptions } from './bulk-queries';
import { RunSize } from './run-size';
import { RunStateBadge } from './run-state-badge';
import { RunWork } from './run-work';
import { installPath } from '@/lib/shared/install-path';
import { ScreenHeading } from '@/components/ui/screen-heading';

/** List of the newest bulk runs. Each row links to the page of its run. */
export function RunsScreen({ installId }: { installId: string }) {
  const t = useTranslations('bulk.runs');
  const runs = useQuery(bulkRunsOptions(installId));
  if (!runs.data) return <ReadProblem heading="h1" error={runs.error} onRetry={() => void runs.refetch()} />;
  return (
    <div className="flex flex-col gap-3">
      <BackLink href={installPath(installId, '/orders')}>{t('back')}</BackLink>
      <ScreenHeading title={t('title')} />
      {runs.isRefetchError && (
        <Banner
          tone="warn"
          title={t('stale')}
          actions={<Button onClick={() => void runs.refetch()}>{t('retry')}</Button>}
        />
      )}
      {runs.data.runs.length === 0 ? (
        <EmptyState icon={<History />} title={t('empty.title')}>
          {t('empty.body')}
        </EmptyState>
      ) : (
        <ul className="flex flex-col gap-2.5">
          {runs.data.runs.map((run) => (
            <RunCard key={run.runId} installId={installId} run={run} />
          ))}
        </ul>
      )}
    </div>
  );
}

function RunCard({ installId, run }: { installId: string; run: BulkRunView }) {
  const t = useTranslations('bulk.runs');
  const {
    done,
    total,
    succeeded,
    refused,
    outcomeUnknown: unknownOutcomes,
    skipped,
    cancelled,
    actorName,
  } = run;
  return (
    <li className="relative flex flex-col gap-2 rounded-card border border-line bg-surface px-4 py-3 shadow-card hover:bg-sunken/60">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h2 className="min-w-0 text-sm font-bold">
          <Link
            href={installPath(installId, `/runs/${run.runId}`)}
            prefetch={false}
            className="text-brand after:absolute after:inset-0"
          >
            <RunWork installId={installId} work={run.work} />
          </Link>
        </h2>
        <RunStateBadge run={run} />
      </div>
      {run.endedAt === null ? (
        <ProgressBar
          of={{ done, total }}
          resting={run.state !== 'running'}
          label={t('done', { done, total })}
        />
      ) : (
        <p className="flex flex-wrap gap-x-3 text-sm">
          <span>
            <RunSize run={run} />
          </span>
          {succeeded > 0 && <span>{t('succeeded', { count: succeeded })}</span>}
          {refused > 0 && <span>{t('refused', { count: refused })}</span>}
          {unknownOutcomes > 0 && <span>{t('outcomeUnknown', { count: unknownOutcomes })}</span>}
          {skipped > 0 && <span>{t('skipped', { count: skipped })}</span>}
          {cancelled > 0 && <span>{t('cancelled', { count: cancelled })}</span>}
        </p>
      )}
      <p className="flex flex-wrap gap-x-2 text-xs text-ink-soft">
        <RelativeTime at={run.startedAt} />
        {actorName !== null && (
          <>
            <span aria-hidden>·</span>
            <bdi>{actorName}</bdi>
          </>
        )}
      </p>
    </li>
  );
}
