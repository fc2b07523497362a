'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Banner } from '@/components/ui/feedback/banner';
import { Button } from '@/components/ui/button';
import { ReadProblem } from '@/components/ui/feedback/read-problem';
import { useSessionEnd } from '@/components/ui/feedback/session-end';
import { isRepairing, resourcesOf } from '@/lib/mirror/sync-resources';
import { ArrivalCard } from './arrival-card';
import { FreshnessCard } from './freshness-card';
import { RepairsCard } from './repairs-card';
import { type StartRepair, TasksCard } from './tasks-card';
import { ResourcesCard } from './resources-card';
import { syncOptions } from './sync-queries';
import { SyncStateBanner } from './sync-state-banner';

type SyncScreenProps = {
  installId: string;
  startRepair: StartRepair;
  /**
   * Cards that the sync screen shows below the health of the mirror: the webhook subscription and a link to the doctor
   * screen.
   */
  children: ReactNode;
};

/**
 * Intervals at which the data of the sync screen is read again, in milliseconds. During a full sweep the screen shows
 * progress each second (U15). At other times the longer interval is enough, because no merchant waits for a number
 * here.
 */
const repairingEveryMs = 1_000;
const quietEveryMs = 5_000;

/** Sync screen: the health of the mirror in plain words, what is repaired automatically, and what a merchant can do. */
export function SyncScreen({ installId, startRepair, children }: SyncScreenProps) {
  const t = useTranslations('sync');
  const hasEnded = useSessionEnd() !== null;
  const health = useQuery({
    ...syncOptions(installId),
    refetchInterval: ({ state: { data } }) => {
      if (hasEnded) return false;
      return data && isRepairing(resourcesOf(data.sweeps, data.readAt)) ? repairingEveryMs : quietEveryMs;
    },
  });
  const { data } = health;
  if (!data) return <ReadProblem heading="h1" error={health.error} onRetry={() => void health.refetch()} />;
  const resources = resourcesOf(data.sweeps, data.readAt);
  return (
    <div className="flex flex-col gap-4">
      <h1 className="text-xl font-bold sm:text-2xl">{t('title')}</h1>
      {health.isRefetchError ? (
        <Banner
          tone="warn"
          title={t('stale')}
          actions={<Button onClick={() => void health.refetch()}>{t('refresh')}</Button>}
        />
      ) : (
        <SyncStateBanner installId={installId} view={data} />
      )}
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <TasksCard installId={installId} view={data} resources={resources} startRepair={startRepair} />
        <RepairsCard view={data} resources={resources} />
        <FreshnessCard view={data} />
        <ArrivalCard view={data} />
      </div>
      <ResourcesCard resources={resources} />
      {children}
    </div>
  );
}
