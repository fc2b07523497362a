'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { BackLink } from '@/components/ui/back-link';
import { Banner } from '@/components/ui/feedback/banner';
import { Button } from '@/components/ui/button';
import { FreshnessLine } from '@/components/ui/feedback/freshness-line';
import { ListSkeleton } from '@/components/ui/list/list-skeleton';
import { ReadProblem } from '@/components/ui/feedback/read-problem';
import { productOptions } from '@/lib/catalogue/product-queries';
import { installPath } from '@/lib/shared/install-path';
import { isForbidden } from '@/lib/shared/read-json';
import { ProductFactsCard } from './product-facts-card';
import { ProductStatusBadge } from './product-status-badge';
import { ProductStock } from './product-stock';
import { productsPath } from './product-url';
import { ProductsForbidden } from './products-forbidden';
import { useFreshProducts } from './use-fresh-products';
import type { MoveStock } from '@/lib/inventory/movement-queries';
import { ScreenHeading } from '@/components/ui/screen-heading';

type ProductScreenProps = { installId: string; productId: string; moveStock: MoveStock };

/** Screen of one product: its facts, variants and stock changes. Live updates keep it current. */
export function ProductScreen({ installId, productId, moveStock }: ProductScreenProps) {
  const t = useTranslations('products');
  const query = useQuery(productOptions(installId, productId));
  useFreshProducts(installId);
  if (isForbidden(query.error)) return <ProductsForbidden />;
  if (!query.data) {
    if (query.isPending) return <ListSkeleton label={t('loading')} />;
    return <ReadProblem heading="h1" error={query.error} onRetry={() => void query.refetch()} />;
  }
  const product = query.data;
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-col gap-2">
        <BackLink href={installPath(installId, productsPath({}))}>{t('title')}</BackLink>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <ScreenHeading title={product.name ?? t('noName')} className="min-w-0 break-words">
            {product.name ? <bdi>{product.name}</bdi> : t('noName')}
          </ScreenHeading>
          <ProductStatusBadge status={product.status} />
        </div>
        <FreshnessLine at={product.readAt} isStale={query.isRefetchError} />
      </div>
      {product.deletedAt && (
        <Banner tone="warn" title={t('deleted.title')}>
          {t('deleted.body')}
        </Banner>
      )}
      {query.isRefetchError && (
        <Banner
          tone="warn"
          title={t('stale')}
          actions={
            <Button pending={query.isFetching} onClick={() => void query.refetch()}>
              {t('refresh')}
            </Button>
          }
        />
      )}
      <ProductStock
        installId={installId}
        product={product}
        moveStock={moveStock}
        facts={<ProductFactsCard product={product} />}
      />
    </div>
  );
}
