'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import { BadgePercent, Hourglass } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Banner } from '@/components/ui/feedback/banner';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { FreshnessLine } from '@/components/ui/feedback/freshness-line';
import { useLiveChange } from '@/components/ui/feedback/live-context';
import { PagedList } from '@/components/ui/list/paged-list';
import { ReadProblem } from '@/components/ui/feedback/read-problem';
import { HeaderCell, Table } from '@/components/ui/list/table';
import { isForbidden } from '@/lib/shared/read-json';
import { DiscountsForbidden } from './discounts-forbidden';
import { DiscountRow } from './discount-row';
import { discountsOptions } from './discounts-queries';
import { ScreenHeading } from '@/components/ui/screen-heading';

/** The store's discounts. The list is read-only, because the platform lets no app change discounts. */
export function DiscountsScreen({ installId }: { installId: string }) {
  const t = useTranslations('discounts');
  const read = useInfiniteQuery(discountsOptions(installId));
  useLiveChange(({ kind, id }) => {
    if (kind === 'many' || (kind === 'sync' && id === 'discounts'))
      void read.refetch({ cancelRefetch: false });
  });
  if (isForbidden(read.error)) return <DiscountsForbidden />;
  if (!read.data) return <ReadProblem heading="h1" error={read.error} onRetry={() => void read.refetch()} />;
  const rows = read.data.pages.flatMap((page) => page.discounts);
  const readAt = read.data.pages[0]?.readAt ?? null;
  return (
    <div className="flex flex-col gap-3">
      <div>
        <ScreenHeading title={t('title')} />
        <FreshnessLine at={readAt} isStale={read.isRefetchError} />
      </div>
      <p className="text-sm text-ink-soft">{t('readOnly')}</p>
      {read.isRefetchError && (
        <Banner
          tone="warn"
          title={t('stale')}
          actions={<Button onClick={() => void read.refetch()}>{t('refresh')}</Button>}
        />
      )}
      <PagedList
        query={read}
        words={{ loading: t('notRead.title'), more: t('more'), moreFailed: t('moreFailed') }}
      >
        {() =>
          rows.length > 0 ? (
            <Table caption={t('title')} head={<Head />} hasFixedColumns>
              {rows.map((discount) => (
                <DiscountRow key={discount.id} discount={discount} />
              ))}
            </Table>
          ) : (
            <NoDiscounts isRead={readAt !== null} />
          )
        }
      </PagedList>
    </div>
  );
}

function Head() {
  const t = useTranslations('discounts.columns');
  return (
    <>
      <HeaderCell>{t('discount')}</HeaderCell>
      <HeaderCell className="text-start lg:w-36">{t('value')}</HeaderCell>
      <HeaderCell className="text-start lg:w-28">{t('state')}</HeaderCell>
      <HeaderCell className="text-start lg:w-52">{t('period')}</HeaderCell>
      <HeaderCell className="text-start lg:w-36">{t('channels')}</HeaderCell>
      <HeaderCell className="text-start lg:w-40">{t('usage')}</HeaderCell>
    </>
  );
}

/**
 * Shown if the list of discounts is empty. `isRead` is true after the first complete read. Before that read, it is
 * unknown whether the store has discounts, so the text does not say that there are none.
 */
function NoDiscounts({ isRead }: { isRead: boolean }) {
  const t = useTranslations('discounts');
  const key = isRead ? 'empty' : 'notRead';
  return (
    <EmptyState icon={isRead ? <BadgePercent /> : <Hourglass />} title={t(`${key}.title`)}>
      {t(`${key}.body`)}
    </EmptyState>
  );
}
