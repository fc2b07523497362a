'use client';

import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { clsx } from 'clsx';
import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { useId } from 'react';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { ListSkeleton } from '@/components/ui/list/list-skeleton';
import { loadNextPage } from '@/components/ui/list/load-next-page';
import { ReadProblem } from '@/components/ui/feedback/read-problem';
import { Skeleton } from '@/components/ui/feedback/skeleton';
import { HeaderCell, Table } from '@/components/ui/list/table';
import type { VariantView } from '@/lib/catalogue/product-queries';
import type { MovementPage } from '@/lib/inventory/movement-queries';
import { LedgerFilterFields } from './ledger-filter-fields';
import { MovementTableRow } from './movement-table-row';
import { useLocationName } from '@/components/ui/text/use-location-name';
import type { ChangeUrl } from '@/components/ui/list/use-url-state';
import type { LedgerFilters } from '@/components/products/product-url';

/** The chart is loaded after the stock ledger. A placeholder reserves its space. */
const StockChart = dynamic(() => import('./stock-chart').then(({ StockChart: chart }) => chart), {
  ssr: false,
  loading: () => <Skeleton className="h-52" />,
});

type LedgerCardProps = {
  variants: readonly VariantView[];
  /** Id of the variant whose stock changes are listed. */
  variantId: string;
  filters: LedgerFilters;
  change: ChangeUrl<LedgerFilters>;
  ledger: UseInfiniteQueryResult<InfiniteData<MovementPage>>;
};

/** Stock ledger: all stock changes of a product variant, newest first, below a chart of the stock over time. */
export function LedgerCard({ variants, variantId, filters, change, ledger }: LedgerCardProps) {
  const t = useTranslations('products.ledger');
  const tableId = useId();
  const first = ledger.data?.pages[0];
  const locations = first?.locations ?? [];
  const locationName = useLocationName(locations);
  // In a store with one location, the name of the location says nothing.
  const hasLocations = locations.length > 1;
  const rows = ledger.data?.pages.flatMap(({ movements }) => movements) ?? [];
  const isOutdated = ledger.isPlaceholderData;
  const isFiltered = filters.reason !== undefined || filters.location !== undefined;
  return (
    <Card title={t('title')}>
      <div className="flex flex-col gap-4">
        <LedgerFilterFields
          variants={variants}
          variantId={variantId}
          filters={filters}
          known={first}
          change={change}
        />
        {!ledger.data &&
          (ledger.isPending ? (
            <ListSkeleton label={t('loading')} />
          ) : (
            <ReadProblem error={ledger.error} onRetry={() => void ledger.refetch()} />
          ))}
        {/* The chart is shown only if the list has no filter by reason. With such a filter, some movements would be
            missing, and the chart would show a wrong stock. */}
        {rows.length > 0 && filters.reason === undefined && <StockChart movements={rows} tableId={tableId} />}
        {ledger.data && (
          <div
            id={tableId}
            tabIndex={-1}
            aria-busy={isOutdated}
            className={clsx('scroll-mt-20 outline-none sm:-mx-2', isOutdated && 'opacity-60')}
          >
            {rows.length > 0 && (
              <Table caption={t('title')} head={<Head hasLocations={hasLocations} />}>
                {rows.map((movement) => (
                  <MovementTableRow
                    key={movement.id}
                    movement={movement}
                    location={hasLocations ? locationName(movement.locationId) : null}
                  />
                ))}
              </Table>
            )}
            {rows.length === 0 && !ledger.hasNextPage && (
              <p className="py-2 text-sm text-ink-soft sm:px-2">{t(isFiltered ? 'noMatch' : 'empty')}</p>
            )}
          </div>
        )}
        {ledger.isFetchNextPageError && (
          <p className="text-center text-sm text-ink-soft">{t('moreFailed')}</p>
        )}
        {ledger.hasNextPage && !isOutdated && (
          <Button
            className="self-center"
            pending={ledger.isFetchingNextPage}
            onClick={() => void loadNextPage(ledger)}
          >
            {t('more')}
          </Button>
        )}
        <p className="text-xs text-ink-soft">{t('noteHidden')}</p>
      </div>
    </Card>
  );
}

function Head({ hasLocations }: { hasLocations: boolean }) {
  const t = useTranslations('products.ledger.columns');
  return (
    <>
      <HeaderCell>{t('when')}</HeaderCell>
      <HeaderCell>{t('reason')}</HeaderCell>
      {hasLocations && <HeaderCell>{t('location')}</HeaderCell>}
      <HeaderCell className="text-end">{t('delta')}</HeaderCell>
      <HeaderCell className="text-end">{t('after')}</HeaderCell>
    </>
  );
}
