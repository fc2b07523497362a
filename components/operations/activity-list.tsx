'use client';

import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { FileSearch, History } from 'lucide-react';
import { useFormatter, useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { PagedList } from '@/components/ui/list/paged-list';
import { HeaderCell, Table } from '@/components/ui/list/table';
import { useLazy } from '@/components/ui/overlay/use-lazy';
import type { ActivityFilters, ActivityPage } from '@/lib/operations/activity/activity-view';
import { ActivityRow } from './activity-row';
import type { ResolveReview } from '@/components/operations/review/use-review';
import { dateParts } from '@/lib/shared/locale';

type ActivityListProps = {
  installId: string;
  filters: ActivityFilters;
  activity: UseInfiniteQueryResult<InfiniteData<ActivityPage>>;
  clear: () => void;
  resolve: ResolveReview;
};

const loadDetails = () => import('./activity-details').then(({ ActivityDetails: details }) => details);

/** The list of activity entries (writes and bulk runs), or a text if there are none. */
export function ActivityList({ installId, filters, activity, clear, resolve }: ActivityListProps) {
  const t = useTranslations('activity');
  const [openId, setOpenId] = useState<string | null>(null);
  const renderDetails = useLazy(loadDetails, openId !== null, () => setOpenId(null));
  const entries = activity.data?.pages.flatMap((page) => page.entries) ?? [];
  const opened = entries.find(({ id }) => id === openId);
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <>
      <PagedList
        query={activity}
        words={{ loading: t('loading'), more: t('more'), moreFailed: t('moreFailed') }}
        beforeMore={(pages) => isFiltered && <LookedUntil next={pages.at(-1)?.next ?? null} />}
      >
        {() =>
          entries.length > 0 ? (
            <Table caption={t('title')} head={<Head />} hasFixedColumns>
              {entries.map((entry) => (
                <ActivityRow
                  key={entry.id}
                  installId={installId}
                  entry={entry}
                  isOpening={entry.id === openId && !renderDetails}
                  open={() => setOpenId(entry.id)}
                />
              ))}
            </Table>
          ) : (
            !activity.hasNextPage && (
              <Nothing
                isFiltered={isFiltered}
                searched={activity.isPlaceholderData ? undefined : filters.q}
                clear={clear}
              />
            )
          )
        }
      </PagedList>
      {opened?.type === 'operation' &&
        renderDetails?.({ installId, operation: opened, resolve, onClose: () => setOpenId(null) })}
    </>
  );
}

function Head() {
  const t = useTranslations('activity.columns');
  return (
    <>
      <HeaderCell className="text-start lg:w-48 xl:w-72">{t('what')}</HeaderCell>
      <HeaderCell className="text-start lg:w-36">{t('about')}</HeaderCell>
      <HeaderCell className="text-start lg:w-30">{t('who')}</HeaderCell>
      <HeaderCell className="text-start lg:w-31">{t('when')}</HeaderCell>
      <HeaderCell>{t('result')}</HeaderCell>
      <HeaderCell className="lg:w-36">
        <span className="sr-only">{t('details')}</span>
      </HeaderCell>
    </>
  );
}

/**
 * Text about how far back in time the activity entries were searched so far. For one page of results, the server
 * searches only a limited number of entries. The page may therefore be short or empty, although older entries match the
 * filters.
 */
function LookedUntil({ next }: { next: string | null }) {
  const t = useTranslations('activity');
  const format = useFormatter();
  const at = next?.split(' ')[0];
  if (!at) return null;
  return (
    <p className="text-sm text-ink-soft">
      {t('lookedUntil', { day: format.dateTime(new Date(at), dateParts) })}
    </p>
  );
}

type NothingProps = {
  isFiltered: boolean;
  /** Words of the search that found nothing; undefined if there was no search. */
  searched: string | undefined;
  clear: () => void;
};

function Nothing({ isFiltered, searched, clear }: NothingProps) {
  const t = useTranslations('activity');
  return isFiltered ? (
    <EmptyState
      icon={<FileSearch />}
      title={searched ? t('noMatch.searched', { words: searched }) : t('noMatch.title')}
      actions={<Button onClick={clear}>{t('noMatch.clear')}</Button>}
    >
      {t(searched ? 'noMatch.searchedBody' : 'noMatch.body')}
    </EmptyState>
  ) : (
    <EmptyState icon={<History />} title={t('empty.title')}>
      {t('empty.body')}
    </EmptyState>
  );
}
