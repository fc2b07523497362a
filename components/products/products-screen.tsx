'use client';

import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useCallback } from 'react';
import { Banner } from '@/components/ui/feedback/banner';
import { Button } from '@/components/ui/button';
import { FreshnessLine } from '@/components/ui/feedback/freshness-line';
import { SearchField } from '@/components/ui/form/search-field';
import { useMissingScopes } from '@/components/ui/scopes-context';
import { lowStockMax, productsOptions } from '@/lib/catalogue/product-queries';
import type { StockSheetActions } from '@/lib/inventory/movement-queries';
import { isForbidden } from '@/lib/shared/read-json';
import { ProductTabs } from './product-tabs';
import { productsOfUrl, productsPath } from './product-url';
import { ProductsForbidden } from './products-forbidden';
import { ProductsList } from './products-list';
import { StockHiddenNote } from './stock-hidden-note';
import { StockSheetEntry } from '@/components/products/stock-sheet/stock-sheet-entry';
import { useFreshProducts } from './use-fresh-products';
import { useUrlState } from '@/components/ui/list/use-url-state';
import { ScreenHeading } from '@/components/ui/screen-heading';

type ProductsScreenProps = { installId: string; sheet: StockSheetActions };

/**
 * Screen with the products that match the filters in the URL, last changed first. Live updates keep the list current.
 */
export function ProductsScreen({ installId, sheet }: ProductsScreenProps) {
  const t = useTranslations('products');
  const { state: filters, change } = useUrlState(installId, productsOfUrl, productsPath);
  // After a filter change, the old rows stay visible, dimmed, until the new rows arrive.
  const products = useInfiniteQuery({
    ...productsOptions(installId, filters),
    placeholderData: keepPreviousData,
  });
  useFreshProducts(installId);
  const hidesStock = useMissingScopes('inventory:read').length > 0;
  const search = useCallback(
    (words: string) =>
      change(({ q: _, ...others }) => ({ ...others, ...(words && { q: words }) }), 'replace'),
    [change],
  );
  if (isForbidden(products.error)) return <ProductsForbidden />;
  const first = products.data?.pages[0];
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="flex min-w-0 flex-1 flex-col gap-0.5">
          <ScreenHeading title={t('title')} />
          {first && <FreshnessLine at={first.syncedAt} isStale={products.isRefetchError} />}
        </div>
        <StockSheetEntry installId={installId} actions={sheet} />
      </div>
      <ProductTabs installId={installId} filters={filters} change={change} hidesStock={hidesStock} />
      {filters.stock === 'low' && !hidesStock && (
        <p className="text-sm text-ink-soft">{t('lowHint', { max: lowStockMax })}</p>
      )}
      <SearchField
        q={filters.q ?? ''}
        onSearch={search}
        words={{
          label: t('search.label'),
          placeholder: t('search.placeholder'),
          clear: t('search.clear'),
        }}
        searching={products.isPlaceholderData}
      />
      {hidesStock && <StockHiddenNote />}
      {first && !first.isWhole && (
        <Banner tone="info" title={t('partial.title')}>
          {t('partial.body')}
        </Banner>
      )}
      {products.isRefetchError && products.data && (
        <Banner
          tone="warn"
          title={t('stale')}
          actions={
            <Button pending={products.isFetching} onClick={() => void products.refetch()}>
              {t('refresh')}
            </Button>
          }
        />
      )}
      <ProductsList installId={installId} filters={filters} products={products} change={change} />
    </div>
  );
}
