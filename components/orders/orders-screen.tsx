'use client';

import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import { BackfillProgress } from './backfill-progress';
import { FreshnessLine } from './freshness-line';
import { NewOrderLink } from './new-order-link';
import { OrderFilterChips } from './order-filter-chips';
import { OrderFilters } from './order-filters';
import { OrderSearchField } from './order-search-field';
import { OrderViews } from './order-views';
import { OrdersForbidden } from './orders-forbidden';
import { OrdersList } from './orders-list';
import { ordersListOptions } from './orders-queries';
import { useOrderFilters } from './use-order-filters';
import { isForbidden } from '@/lib/shared/read-json';

/** The orders index: the orders that fit the filters in its URL, newest first, kept current by live updates. */
export function OrdersScreen({ installId }: { installId: string }) {
  const t = useTranslations('orders');
  const { filters, text, change } = useOrderFilters(installId);
  // Until the rows of new filters are there, those of the old ones stay, dimmed.
  const orders = useInfiniteQuery({
    ...ordersListOptions(installId, text),
    placeholderData: keepPreviousData,
  });
  if (isForbidden(orders.error)) return <OrdersForbidden />;
  const freshness = orders.data?.pages[0]?.freshness;
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-center justify-between gap-4">
        <div className="flex min-w-0 flex-col gap-0.5">
          <h1 className="text-xl font-bold sm:text-2xl">{t('title')}</h1>
          {freshness && <FreshnessLine freshness={freshness} />}
        </div>
        <NewOrderLink installId={installId} className="max-sm:hidden" />
      </div>
      <OrderViews installId={installId} text={text} change={change} />
      <div className="flex gap-2">
        <OrderSearchField q={filters.q ?? ''} change={change} searching={orders.isPlaceholderData} />
        <OrderFilters filters={filters} change={change} />
      </div>
      <OrderFilterChips filters={filters} change={change} />
      {orders.isRefetchError && orders.data && (
        <Banner
          tone="warn"
          title={t('stale')}
          actions={<Button onClick={() => void orders.refetch()}>{t('retry')}</Button>}
        />
      )}
      {freshness && <BackfillProgress backfill={freshness.backfill} />}
      <OrdersList installId={installId} text={text} orders={orders} change={change} />
    </div>
  );
}
