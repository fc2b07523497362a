'use client';

import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useTranslations } from 'next-intl';
import { useMissingScopes } from '@/components/ui/scopes-context';
import type { ProductView } from '@/lib/catalogue/product-queries';
import { movementsOptions } from '@/lib/inventory/movement-queries';
import { LedgerCard } from '@/components/products/ledger/ledger-card';
import { type LedgerFilters, ledgerOfUrl, productPath } from './product-url';
import { useUrlState } from '@/components/ui/list/use-url-state';
import type { MoveStock } from '@/lib/inventory/movement-queries';
import { VariantsCard } from './variants-card';
import { Card } from '@/components/ui/card';
import { isStockOutdated } from './is-stock-outdated';
import { HiddenPart } from '@/components/ui/feedback/hidden-part';

type ProductStockProps = { installId: string; product: ProductView; moveStock: MoveStock };

/**
 * The variants of a product, and below them the stock ledger of one variant. The query of the URL names this variant.
 * If the URL names none, the ledger of the first variant is shown.
 */
export function ProductStock({ installId, product, moveStock }: ProductStockProps) {
  const { id, variants } = product;
  const pathOf = useCallback((filters: LedgerFilters) => productPath(id, filters), [id]);
  const { state: filters, change } = useUrlState(installId, ledgerOfUrl, pathOf);
  const variant = variants.find((one) => one.id === filters.variant) ?? variants[0];
  const isHidden = useMissingScopes('inventory:read').length > 0;
  const { reason, location } = filters;
  const ledger = useInfiniteQuery({
    ...movementsOptions(installId, {
      variant: variant?.id ?? '',
      ...(reason !== undefined && { reason }),
      ...(location !== undefined && { location }),
    }),
    enabled: variant !== undefined && !isHidden,
    placeholderData: keepPreviousData,
  });
  // While another variant is loading, the list still has the movements of the previous variant.
  const newest = ledger.isPlaceholderData ? undefined : ledger.data?.pages[0]?.movements[0];
  return (
    <>
      <VariantsCard
        installId={installId}
        product={product}
        outdated={
          variant && newest && isStockOutdated(product, newest)
            ? {
                variantId: variant.id,
                newerMove: {
                  occurredAt: newest.occurredAt,
                  stockAfter: reason === undefined && location === undefined ? newest.stockAfter : null,
                },
              }
            : undefined
        }
        locations={isHidden ? [] : (ledger.data?.pages[0]?.locations ?? [])}
        moveStock={moveStock}
      />
      {isHidden && <LedgerForbidden />}
      {variant && !isHidden && (
        <LedgerCard
          variants={variants}
          variantId={variant.id}
          filters={filters}
          change={change}
          ledger={ledger}
        />
      )}
    </>
  );
}

/** Shown instead of the stock ledger if the app lacks the scope inventory:read. */
function LedgerForbidden() {
  const t = useTranslations('products.ledger');
  return (
    <Card title={t('title')}>
      <HiddenPart scope="inventory:read">{t('noScope')}</HiddenPart>
    </Card>
  );
}
