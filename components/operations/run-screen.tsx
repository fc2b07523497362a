'use client';

import { useTranslations } from 'next-intl';
import { BackLink } from '@/components/ui/back-link';
import { Banner } from '@/components/ui/feedback/banner';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { ReadProblem } from '@/components/ui/feedback/read-problem';
import { useSessionEnd } from '@/components/ui/feedback/session-end';
import { RelativeTime } from '@/components/ui/text/relative-time';
import { type ChangeRun, RunControls } from './run-controls';
import { RunPrint } from '@/components/operations/print/run-print';
import { RunProgress } from './run-progress';
import { RunRows } from './run-rows';
import { RunStateBadge } from './run-state-badge';
import { RunWayBack } from './run-way-back';
import { RunWork } from './run-work';
import { useRun } from './use-run';
import { installPath } from '@/lib/shared/install-path';
import { ScreenHeading } from '@/components/ui/screen-heading';

type RunScreenProps = {
  installId: string;
  runId: string;
  change: ChangeRun;
};

/**
 * Screen of one bulk run (one action on many orders or variants): its progress, its buttons and the result of each
 * item.
 */
export function RunScreen({ installId, runId, change }: RunScreenProps) {
  const t = useTranslations('bulk.run');
  const { run, items } = useRun(installId, runId);
  const end = useSessionEnd();
  if (!run.data) return <ReadProblem heading="h1" error={run.error} onRetry={() => void run.refetch()} />;
  const { work, actorName, startedAt } = run.data;
  const waits = run.data.waitsForReconnect || (end === 'reconnect' && run.data.endedAt === null);
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-col gap-1">
        <BackLink href={installPath(installId, '/runs')}>{t('all')}</BackLink>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <ScreenHeading title={t('one')} className="min-w-0">
            <RunWork installId={installId} work={work} />
          </ScreenHeading>
          <RunStateBadge run={run.data} />
        </div>
        <p className="text-sm text-ink-soft">
          {t.rich(actorName === null ? 'started' : 'startedBy', {
            age: () => <RelativeTime key="age" at={startedAt} everyMs={10_000} />,
            name: () => <bdi key="name">{actorName}</bdi>,
          })}
        </p>
      </div>
      {waits && (
        <Banner
          tone="warn"
          title={t('waits.title')}
          actions={<Button onClick={() => window.location.reload()}>{t('waits.reconnect')}</Button>}
        >
          {t('waits.body')}
        </Banner>
      )}
      {run.data.isStorePaused && !waits && (
        <Banner tone="warn" title={t('storePaused.title')}>
          {t('storePaused.body')}
        </Banner>
      )}
      {run.isRefetchError && !waits && (
        <Banner
          tone="warn"
          title={t('stale')}
          actions={<Button onClick={() => void run.refetch()}>{t('retry')}</Button>}
        />
      )}
      <Card>
        <div className="flex flex-col gap-4">
          <RunProgress run={run.data} />
          <RunControls installId={installId} run={run.data} change={change} />
          {items.data && <RunPrint installId={installId} run={run.data} items={items.data.items} />}
          <RunWayBack installId={installId} run={run.data} />
        </div>
      </Card>
      {items.data ? (
        <RunRows installId={installId} run={run.data} items={items.data.items} />
      ) : (
        <ReadProblem error={items.error} onRetry={() => void items.refetch()} />
      )}
    </div>
  );
}
