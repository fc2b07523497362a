'use client';

import { ChevronLeft } from 'lucide-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Card } from '@/components/ui/card';
import { LinkPending } from '@/components/ui/feedback/link-pending';
import { ReadProblem } from '@/components/ui/feedback/read-problem';
import type { SyncView } from '@/lib/mirror/health/sync-view';
import { resourcesOf } from '@/lib/mirror/sync-resources';
import { installPath } from '@/lib/shared/install-path';
import { CheckCard, type StartRepair } from './check-card';
import { ConnectionState, isQuiet, useAllMissingScopes } from './connection-state';
import { LastProblemCard } from './last-problem-card';
import { StaleView } from './stale-view';
import { useSyncView } from './use-sync-view';
import { ScreenHeading } from '@/components/ui/screen-heading';

type ConnectionScreenProps = {
  installId: string;
  startRepair: StartRepair;
  /**
   * Note about changes that arrive late although live updates are on. It is null or false if no change arrives late.
   */
  missing: ReactNode;
};

/**
 * Connection screen, for the merchant: one sentence about the connection to the store, one button that checks
 * everything, and the last problem.
 */
export function ConnectionScreen({ installId, startRepair, missing }: ConnectionScreenProps) {
  const t = useTranslations('connection');
  const health = useSyncView(installId);
  const { data } = health;
  if (!data) return <ReadProblem heading="h1" error={health.error} onRetry={() => void health.refetch()} />;
  const resources = resourcesOf(data.sweeps, data.readAt);
  return (
    <div className="flex max-w-2xl flex-col gap-4">
      <ScreenHeading title={t('title')} />
      {health.isRefetchError ? (
        <StaleView onRetry={() => void health.refetch()} />
      ) : (
        <State installId={installId} view={data} missing={missing} />
      )}
      {/* Without access, no check can start: the only next step is the button of the banner. */}
      {data.nextStep !== 'reconnect' && (
        <CheckCard
          installId={installId}
          view={data}
          resources={resources}
          isMatching={data.nextStep === 'none' && !health.isRefetchError}
          startRepair={startRepair}
        />
      )}
      <LastProblemCard view={data} />
      <DevelopersLink installId={installId} />
    </div>
  );
}

type StateProps = Pick<ConnectionScreenProps, 'installId' | 'missing'> & { view: SyncView };

/**
 * Shows at most one banner. If the connection has a problem, the banner describes that problem. If it has none,
 * `missing` is shown. If `missing` is empty too, the banner says that everything is up to date.
 */
function State({ installId, view, missing }: StateProps) {
  const missingScopes = useAllMissingScopes(view);
  if (isQuiet(view, missingScopes) && missing) return missing;
  return <ConnectionState installId={installId} view={view} missingScopes={missingScopes} />;
}

/** Link to the screen for developers. That screen is not prefetched, because few people open it. */
function DevelopersLink({ installId }: { installId: string }) {
  const t = useTranslations('connection.developers');
  return (
    <Card>
      <Link
        href={installPath(installId, '/connection/developers')}
        prefetch={false}
        className="-my-2 flex min-h-11 items-center justify-between gap-3 py-2"
      >
        <span className="flex min-w-0 flex-col">
          <span className="font-semibold text-brand">{t('title')}</span>
          <span className="text-sm text-ink-soft">{t('intro')}</span>
        </span>
        <LinkPending />
        <ChevronLeft aria-hidden className="size-5 shrink-0 text-ink-soft ltr:rotate-180" />
      </Link>
    </Card>
  );
}
