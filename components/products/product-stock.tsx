'use client';

import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback } from 'react';
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

type ProductStockProps = {
  installId: string;
  product: ProductView;
  moveStock: MoveStock;
  /** Card with the facts of the product. */
  facts: ReactNode;
};

/**
 * The variants of a product, and below them the stock ledger of one variant. The query of the URL names this variant.
 * If the URL names none, the ledger of the first variant is shown. The HTML has the sequence of a phone: the stock comes
 * before the facts, because the merchant opens this screen for the stock. The ledger can be long, so it is last. On a
 * desktop, the facts are beside both.
 */
export function ProductStock({ installId, product, moveStock, facts }: ProductStockProps) {
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
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem] lg:grid-rows-[auto_1fr]">
      <div className="min-w-0">
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
      </div>
      <div className="min-w-0 lg:col-start-2 lg:row-span-2 lg:row-start-1">{facts}</div>
      <div className="min-w-0">
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
      </div>
    </div>
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
