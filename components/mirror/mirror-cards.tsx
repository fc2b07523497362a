'use client';

import { ReadProblem } from '@/components/ui/feedback/read-problem';
import { resourcesOf } from '@/lib/mirror/sync-resources';
import { ArrivalCard } from './arrival-card';
import { FreshnessCard } from './freshness-card';
import { RepairsCard } from './repairs-card';
import { ResourcesCard } from './resources-card';
import { StaleView } from './stale-view';
import { useSyncView } from './use-sync-view';

/**
 * Cards with numbers about the mirror (our copy of the store's data). They show delays, updates that are not
 * processed yet, repairs, and the last sweeps (reads of whole lists).
 */
export function MirrorCards({ installId }: { installId: string }) {
  const health = useSyncView(installId);
  const { data } = health;
  if (!data) return <ReadProblem error={health.error} onRetry={() => void health.refetch()} />;
  const resources = resourcesOf(data.sweeps, data.readAt);
  return (
    <>
      {health.isRefetchError && <StaleView onRetry={() => void health.refetch()} />}
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <FreshnessCard view={data} />
        <RepairsCard view={data} resources={resources} />
      </div>
      <ArrivalCard view={data} />
      <ResourcesCard resources={resources} />
    </>
  );
}
