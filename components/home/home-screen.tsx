'use client';

import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Card } from '@/components/ui/card';
import { HiddenPart } from '@/components/ui/feedback/hidden-part';
import { ReadProblem } from '@/components/ui/feedback/read-problem';
import type { HomeView } from '@/lib/home/home-view';
import { placeSetUp } from '@/lib/home/place-set-up';
import { CashCard } from './cash-card';
import { ChartsSkeleton } from './charts-skeleton';
import { homeOptions } from './home-queries';
import { QuotesCard } from './quotes-card';
import { RecentActivity } from './recent-activity';
import { type HideSteps, MissingScopeList, SetUpCard } from './set-up-card';
import { TodayCard } from './today-card';
import { WorkStrip } from './work-strip';
import { FreshnessLine } from '@/components/ui/feedback/freshness-line';
import { knownKey } from '@/lib/shared/known-key';
import { useStoreTrouble } from '@/components/ui/feedback/live-context';
import { useLiveRead } from '@/components/ui/live/use-live-read';
import { useRight } from '@/components/ui/role-context';
import { ScreenHeading } from '@/components/ui/screen-heading';

type HomeScreenProps = { installId: string; storeName: string; saveSettings: HideSteps };

/** The chart is loaded after the rest of the home screen. A skeleton of the same size is shown before. */
const HomeCharts = dynamic(() => import('./home-charts').then(({ HomeCharts: charts }) => charts), {
  ssr: false,
  loading: ChartsSkeleton,
});

/**
 * Home screen. It shows the work for the merchant, the orders of today, the cash that is not collected yet, the steps
 * of the set-up, and a chart of the sales. Live updates keep the screen current.
 */
export function HomeScreen({ installId, storeName, saveSettings }: HomeScreenProps) {
  const home = useQuery(homeOptions(installId));
  useLiveRead(homeOptions(installId).queryKey, () => true);
  if (!home.data)
    return home.isError ? (
      <ReadProblem heading="h1" error={home.error} onRetry={() => void home.refetch()} />
    ) : null;
  return (
    <ReadHome
      installId={installId}
      storeName={storeName}
      saveSettings={saveSettings}
      view={home.data}
      isStale={home.isRefetchError}
      onHidden={() => void home.refetch()}
    />
  );
}

type ReadHomeProps = HomeScreenProps & { view: HomeView; isStale: boolean; onHidden: () => void };

function ReadHome({ installId, storeName, saveSettings, view, isStale, onHidden }: ReadHomeProps) {
  const t = useTranslations('home');
  const { guide, earlierDataCount, orders, quotes, sync, activity } = view;
  // The set-up keeps its place while the screen is open. If it moved, the first order that arrives would move the
  // screen under the user's finger.
  const maySetUp = useRight('change_settings');
  const [{ place, isCompact, isNextOnly }] = useState(() => placeSetUp(view, maySetUp));
  const setUp = guide && (
    <SetUpCard
      installId={installId}
      guide={guide}
      earlierDataCount={earlierDataCount}
      saveSettings={saveSettings}
      onHidden={onHidden}
      isCompact={isCompact}
      isNextOnly={isNextOnly}
    />
  );
  const lists = (
    <>
      <QuotesCard installId={installId} quotes={quotes} isWork={!orders} />
      <RecentActivity installId={installId} activity={activity} />
    </>
  );
  return (
    <div className="flex flex-col gap-4">
      <header className="flex flex-col gap-1">
        <ScreenHeading title={t.markup('title', { store: () => storeName })}>
          {t.rich('title', { store: () => <bdi key="store">{storeName}</bdi> })}
        </ScreenHeading>
        <SyncLine sync={sync} isHidden={orders === null} isStale={isStale} />
      </header>
      {place === 'top' && setUp}
      <WorkStrip installId={installId} orders={orders} quotes={quotes} />
      {orders ? (
        <div className="grid gap-4 lg:grid-cols-2">
          <TodayCard today={orders.today} isLoading={sync.nextStep === 'wait_backfill'} />
          <CashCard installId={installId} orders={orders} />
        </div>
      ) : (
        <Card>
          <div className="flex flex-col gap-3">
            <HiddenPart scope="orders:read">{t('noScope')}</HiddenPart>
            {guide && <MissingScopeList scopes={guide.missingScopes} />}
          </div>
        </Card>
      )}
      {place === 'below_cash' && !orders && setUp}
      {orders ? (
        <div className="grid items-start gap-4 lg:grid-cols-3">
          <div className="flex min-w-0 flex-col gap-4 lg:col-span-2">
            {place === 'below_cash' && setUp}
            <HomeCharts installId={installId} />
          </div>
          <div className="flex min-w-0 flex-col gap-4">{lists}</div>
        </div>
      ) : (
        <div className="grid items-start gap-4 lg:grid-cols-2">{lists}</div>
      )}
    </div>
  );
}

/** States of the mirror (our copy of the store's data) for which the home screen has a text of its own. */
const steps = {
  none: true,
  reconnect: true,
  paused: true,
  grant_scope: true,
  platform_unreachable: true,
  sync_failing: true,
  wait_backfill: true,
  subscription_inactive_repairing: true,
  inbox_behind: true,
  reads_behind: true,
};

type SyncLineProps = { sync: HomeView['sync']; isHidden: boolean; isStale: boolean };

/**
 * One line about how current the mirror (our copy of the store's data) is. `isStale` is true if the last read of the
 * home screen's data failed. `isHidden` is true if the app may not read orders. The line then does not say that the
 * data is current, because the screen shows no orders.
 */
function SyncLine({ sync, isHidden, isStale }: SyncLineProps) {
  const t = useTranslations('home.sync');
  const trouble = useStoreTrouble();
  const known = knownKey(steps, sync.nextStep) ?? 'none';
  const step = isStale ? 'stale' : isHidden && known === 'none' ? 'grant_scope' : known;
  return (
    <p role="status" className="text-sm text-ink-soft">
      {/* A notice below the top row may already say what is wrong with the connection. This line about the age of
          the data then does not repeat it. The home screen has no such notice about a missing permission. */}
      {step !== 'none' && (trouble === null || trouble === 'grant_scope') && (
        <>
          {t(step)}
          <span aria-hidden> · </span>
        </>
      )}
      <FreshnessLine at={sync.syncedAt} isStale={step !== 'none'} />
    </p>
  );
}
