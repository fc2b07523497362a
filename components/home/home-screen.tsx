'use client';

import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { Card } from '@/components/ui/card';
import { MissingScope } from '@/components/ui/feedback/missing-scope';
import { ReadProblem } from '@/components/ui/feedback/read-problem';
import type { WorkPaths } from '@/lib/home/home-view';
import { ChartsSkeleton } from './charts-skeleton';
import { homeOptions } from './home-queries';
import { RecentActivity } from './recent-activity';
import { SetUpCard } from './set-up-card';
import { SyncLine } from './sync-line';
import { useLiveHome } from './use-live-home';
import { WorkStrip } from './work-strip';

type HomeScreenProps = { installId: string; storeName: string; paths: WorkPaths };

/** The charts are loaded after the rest of the screen, in a reserved place. */
const HomeCharts = dynamic(() => import('./home-charts').then(({ HomeCharts: charts }) => charts), {
  ssr: false,
  loading: ChartsSkeleton,
});

/** The home screen: what the store has to do today, kept current by live updates. */
export function HomeScreen({ installId, storeName, paths }: HomeScreenProps) {
  const t = useTranslations('home');
  const home = useQuery(homeOptions(installId));
  useLiveHome(installId);
  if (!home.data)
    return home.isError ? (
      <ReadProblem heading="h1" error={home.error} onRetry={() => void home.refetch()} />
    ) : null;
  const { guide, earlierDataCount, work, sync, activity } = home.data;
  return (
    <div className="flex flex-col gap-4">
      <header className="flex flex-col gap-1">
        <h1 className="text-xl font-bold sm:text-2xl">
          {t.rich('title', { store: () => <bdi key="store">{storeName}</bdi> })}
        </h1>
        <SyncLine sync={sync} isStale={home.isRefetchError} />
      </header>
      {guide && <SetUpCard installId={installId} guide={guide} earlierDataCount={earlierDataCount} />}
      {work ? (
        <WorkStrip installId={installId} work={work} paths={paths} />
      ) : (
        <Card>
          <MissingScope>{t('noScope')}</MissingScope>
        </Card>
      )}
      <div className="grid items-start gap-4 lg:grid-cols-3">
        {work && (
          <div className="lg:col-span-2">
            <HomeCharts installId={installId} />
          </div>
        )}
        <RecentActivity installId={installId} activity={activity} />
      </div>
    </div>
  );
}
