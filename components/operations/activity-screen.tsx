'use client';

import { Download, SlidersHorizontal } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useCallback, useState } from 'react';
import { Banner } from '@/components/ui/feedback/banner';
import { Button } from '@/components/ui/button';
import { SearchField } from '@/components/ui/form/search-field';
import { Tab, Tabs } from '@/components/ui/tabs';
import { useExport } from '@/components/ui/use-export';
import { useLazy } from '@/components/ui/overlay/use-lazy';
import { useRight } from '@/components/ui/role-context';
import { RoleNote } from '@/components/ui/feedback/role-note';
import { activityPath } from '@/lib/operations/activity/activity-url';
import { activityStates, type Person } from '@/lib/operations/activity/activity-view';
import { installPath } from '@/lib/shared/install-path';
import { ActivityList } from './activity-list';
import { activityExportPath } from './activity-queries';
import { useActivity } from './use-activity';
import type { ResolveReview } from '@/components/operations/review/use-review';
import { ScreenHeading } from '@/components/ui/screen-heading';

type ActivityScreenProps = { installId: string; people: Person[]; resolve: ResolveReview };

const loadPanel = () => import('./activity-filter-panel').then(({ ActivityFilterPanel: panel }) => panel);

/** Screen with the list of activity entries. Live updates keep it current. */
export function ActivityScreen({ installId, people, resolve }: ActivityScreenProps) {
  const t = useTranslations('activity');
  const { filters, change, activity } = useActivity(installId);
  const [isChoosing, setChoosing] = useState(false);
  const renderPanel = useLazy(loadPanel, isChoosing, () => setChoosing(false));
  const download = useExport();
  const mayExport = useRight('export');
  const { state, q, ...chosen } = filters;
  const count = (chosen.kind ? 1 : 0) + (chosen.person ? 1 : 0) + (chosen.from || chosen.to ? 1 : 0);
  const search = useCallback(
    (words: string) =>
      change(({ q: _, ...others }) => ({ ...others, ...(words && { q: words }) }), 'replace'),
    [change],
  );
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-center justify-between gap-2">
        <ScreenHeading title={t('title')} className="min-w-0 flex-1" />
        <Button disabled={!mayExport} onClick={() => download(activityExportPath(installId, filters))}>
          <Download aria-hidden className="size-4" />
          {t('export.entry')}
        </Button>
      </div>
      <RoleNote needs="export" />
      <Tabs label={t('tabs')}>
        {[undefined, ...activityStates].map((one) => {
          const withState = ({ state: _, ...others }: typeof filters) => ({
            ...others,
            ...(one && { state: one }),
          });
          return (
            <Tab
              key={one ?? 'all'}
              href={installPath(installId, activityPath(withState(filters)))}
              current={one === state}
              onNavigate={() => change(withState, 'push')}
            >
              {one ? t(`state.${one}`) : t('all')}
            </Tab>
          );
        })}
      </Tabs>
      <div className="flex gap-2">
        <SearchField
          q={q ?? ''}
          onSearch={search}
          words={{ label: t('search.label'), placeholder: t('search.placeholder'), clear: t('search.clear') }}
          searching={activity.isPlaceholderData}
        />
        <Button
          variant={count > 0 ? 'chosen' : 'secondary'}
          pending={isChoosing && !renderPanel}
          onClick={() => setChoosing(true)}
        >
          <SlidersHorizontal aria-hidden className="size-4" />
          <span className="max-sm:sr-only">
            {count > 0 ? t('filters.some', { count }) : t('filters.title')}
          </span>
        </Button>
      </div>
      {activity.isRefetchError && activity.data && (
        <Banner
          tone="warn"
          title={t('stale')}
          actions={<Button onClick={() => void activity.refetch()}>{t('refresh')}</Button>}
        />
      )}
      <ActivityList
        installId={installId}
        filters={filters}
        activity={activity}
        clear={() => change(() => ({}), 'push')}
        resolve={resolve}
      />
      {isChoosing &&
        renderPanel?.({
          filters: chosen,
          people,
          onApply: (next) => {
            change(
              (now) => ({ ...(now.state && { state: now.state }), ...(now.q && { q: now.q }), ...next }),
              'push',
            );
            setChoosing(false);
          },
          onClose: () => setChoosing(false),
        })}
    </div>
  );
}
