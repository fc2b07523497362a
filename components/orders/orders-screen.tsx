'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import { Plus, ScrollText } from 'lucide-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { LinkPending } from '@/components/ui/link-pending';
import { ReadProblem } from '@/components/ui/read-problem';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { BackfillProgress } from './backfill-progress';
import { FreshnessLine } from './freshness-line';
import { ordersListOptions } from './orders-queries';
import { OrdersSkeleton } from './orders-skeleton';
import { OrdersTable } from './orders-table';
import { installPath } from '@/lib/shared/install-path';

/** The orders index: newest first, kept current by live updates. */
export function OrdersScreen({ installId }: { installId: string }) {
  const t = useTranslations('orders');
  const orders = useInfiniteQuery(ordersListOptions(installId));
  const freshness = orders.data?.pages[0]?.freshness;
  return (
    <div className="flex flex-col gap-3 max-sm:pb-24">
      <div className="flex items-center justify-between gap-4">
        <div className="flex min-w-0 flex-col gap-0.5">
          <h1 className="text-xl font-bold sm:text-2xl">{t('title')}</h1>
          {freshness && <FreshnessLine freshness={freshness} />}
        </div>
        <NewOrderLink installId={installId} className="max-sm:hidden" />
      </div>
      {orders.isRefetchError && orders.data && (
        <Banner
          tone="warn"
          title={t('stale')}
          actions={<Button onClick={() => void orders.refetch()}>{t('retry')}</Button>}
        />
      )}
      {freshness && <BackfillProgress backfill={freshness.backfill} />}
      <div className="sm:overflow-x-auto sm:rounded-card sm:border sm:border-line sm:bg-surface sm:shadow-card">
        <OrdersBody installId={installId} />
      </div>
      <div className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-surface p-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:hidden">
        <NewOrderLink installId={installId} className="w-full" />
      </div>
    </div>
  );
}

function OrdersBody({ installId }: { installId: string }) {
  const t = useTranslations('orders');
  const orders = useInfiniteQuery(ordersListOptions(installId));
  if (orders.isPending) return <OrdersSkeleton />;
  if (!orders.data) return <ReadProblem error={orders.error} onRetry={() => void orders.refetch()} />;
  const rows = orders.data.pages.flatMap((page) => page.rows);
  const filling = orders.data.pages[0]?.freshness.backfill.state === 'running';
  if (rows.length === 0 && filling) return <OrdersSkeleton />;
  if (rows.length === 0)
    return (
      <EmptyState
        icon={<ScrollText />}
        title={t('empty.title')}
        actions={<NewOrderLink installId={installId} className="max-sm:hidden" />}
      >
        {t('empty.body')}
      </EmptyState>
    );
  return (
    <>
      <OrdersTable installId={installId} rows={rows} />
      {orders.hasNextPage && (
        <div className="flex justify-center p-3">
          <Button pending={orders.isFetchingNextPage} onClick={() => void orders.fetchNextPage()}>
            {t('more')}
          </Button>
        </div>
      )}
    </>
  );
}

function NewOrderLink({ installId, className }: { installId: string; className: string }) {
  const t = useTranslations('orders');
  return (
    <Button asChild look="primary" className={className}>
      <Link href={installPath(installId, '/orders/new')} prefetch={false}>
        <Plus aria-hidden className="size-4" />
        {t('newOrder')}
        <LinkPending />
      </Link>
    </Button>
  );
}
