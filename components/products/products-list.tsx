'use client';

import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Package, SearchX } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { PagedList } from '@/components/ui/list/paged-list';
import { HeaderCell, Table } from '@/components/ui/list/table';
import type { ChangeUrl } from '@/components/ui/list/use-url-state';
import type { ProductFilters, ProductPage } from '@/lib/catalogue/product-queries';
import { ProductTableRow } from './product-table-row';

type ProductsListProps = {
  installId: string;
  filters: ProductFilters;
  products: UseInfiniteQueryResult<InfiniteData<ProductPage>>;
  change: ChangeUrl<ProductFilters>;
};

/** The rows of the product list, or a message if there are no rows to show. */
export function ProductsList({ installId, filters, products, change }: ProductsListProps) {
  const t = useTranslations('products');
  const pages = products.data?.pages ?? [];
  const rows = pages.flatMap((page) => page.products);
  const isFiltered = filters.status !== undefined || filters.stock !== undefined || filters.q !== undefined;
  return (
    <>
      <p role="status" className={clsx('text-xs text-ink-soft', (!isFiltered || !rows.length) && 'sr-only')}>
        {products.data && isFiltered && !products.isPlaceholderData && (
          <>
            {t('showing', { count: rows.length })} {pages[0]?.isCut && t('cut')}
          </>
        )}
      </p>
      <PagedList
        query={products}
        words={{
          loading: t('loading'),
          more: t(rows.length === 0 ? 'lookFurther' : 'more'),
          moreFailed: t('moreFailed'),
        }}
        beforeMore={() => rows.length === 0 && <p className="text-sm text-ink-soft">{t('noneYet')}</p>}
      >
        {() =>
          rows.length > 0 ? (
            <Table caption={t('title')} head={<Head />} hasFixedColumns>
              {rows.map((product) => (
                <ProductTableRow key={product.id} installId={installId} product={product} />
              ))}
            </Table>
          ) : (
            !products.hasNextPage && (
              <NoProducts
                isFiltered={isFiltered}
                searched={products.isPlaceholderData ? undefined : filters.q}
                clear={() => change(() => ({}), 'push')}
              />
            )
          )
        }
      </PagedList>
    </>
  );
}

function Head() {
  const t = useTranslations('products.columns');
  return (
    <>
      <HeaderCell>{t('product')}</HeaderCell>
      <HeaderCell className="text-start lg:w-31">{t('status')}</HeaderCell>
      <HeaderCell className="text-start sm:max-md:hidden lg:w-25">{t('variants')}</HeaderCell>
      <HeaderCell className="text-start lg:w-30">{t('stock')}</HeaderCell>
      <HeaderCell className="text-start sm:max-lg:hidden lg:w-31">{t('changed')}</HeaderCell>
      <HeaderCell className="text-end lg:w-64">{t('price')}</HeaderCell>
    </>
  );
}

type NoProductsProps = {
  isFiltered: boolean;
  /** Words of the search that found nothing; undefined if there was no search. */
  searched: string | undefined;
  clear: () => void;
};

function NoProducts({ isFiltered, searched, clear }: NoProductsProps) {
  const t = useTranslations('products');
  if (!isFiltered)
    return (
      <EmptyState icon={<Package />} title={t('empty.title')}>
        {t('empty.body')}
      </EmptyState>
    );
  return (
    <EmptyState
      icon={<SearchX />}
      title={searched ? t('noMatch.searched', { words: searched }) : t('noMatch.title')}
      actions={<Button onClick={clear}>{t('noMatch.clear')}</Button>}
    >
      {t('noMatch.body')}
    </EmptyState>
  );
}
