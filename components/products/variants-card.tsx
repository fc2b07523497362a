'use client';

import { ArrowUpDown } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Fragment, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { MissingScope } from '@/components/ui/feedback/missing-scope';
import { useMissingScopes } from '@/components/ui/scopes-context';
import { HeaderCell, Table } from '@/components/ui/list/table';
import { useLazy } from '@/components/ui/overlay/use-lazy';
import type { ProductView } from '@/lib/catalogue/product-queries';
import { MoveOutcome } from '@/components/products/ledger/move-outcome';
import { isStockOutdated } from './is-stock-outdated';
import { StockHiddenNote } from './stock-hidden-note';
import type { MoveStock, StockLocation } from '@/lib/inventory/movement-queries';
import { useNewestMovement } from '@/components/products/ledger/use-newest-movement';
import { useStockMove } from '@/components/products/ledger/use-stock-move';
import { useIsOff } from '@/components/ui/role-context';
import { type NewerMove, VariantRow } from './variant-row';

const loadSheet = () =>
  import('@/components/products/ledger/adjust-sheet').then(({ AdjustSheet }) => AdjustSheet);

type VariantsCardProps = {
  installId: string;
  product: ProductView;
  /**
   * The variant whose stock is older than its newest movement in the ledger, and this movement. Undefined if there is
   * none.
   */
  outdated: { variantId: string; newerMove: NewerMove } | undefined;
  locations: readonly StockLocation[];
  moveStock: MoveStock;
};

/** Card with the variants of a product, their prices and their stock. The user can change the stock here. */
export function VariantsCard(props: VariantsCardProps) {
  const { installId, product, outdated, locations, moveStock } = props;
  const t = useTranslations('products');
  const move = useStockMove(installId, moveStock, product);
  const [requested, setRequested] = useState<{ variantId: string; n: number } | null>(null);
  const [open, setOpen] = useState(false);
  const renderSheet = useLazy(loadSheet, requested !== null, () => setRequested(null));
  const isOff = useIsOff('edit_stock', 'inventory:write');
  const hidesStock = useMissingScopes('inventory:read').length > 0;
  const { variants } = product;
  const adjusted = variants.find(({ id }) => id === requested?.variantId);
  // The ledger on the screen may belong to another variant, or have a filter that hides the newest movement.
  const newest = useNewestMovement(installId, open && !hidesStock ? adjusted?.id : undefined);
  const isBusy = move.sending || move.isOutcomeUnknown;
  if (variants.length === 0)
    return (
      <Card title={t('variants')}>
        <p className="text-sm text-ink-soft">{t(product.deletedAt ? 'variantsGone' : 'noVariants')}</p>
      </Card>
    );
  return (
    <Card title={t('variants')}>
      <div className="flex flex-col gap-3">
        {hidesStock && <StockHiddenNote />}
        {isOff && (
          <MissingScope id="adjust-off" needs="edit_stock">
            {t('move.noScope')}
          </MissingScope>
        )}
        <MoveOutcome move={move} variants={variants} />
        <div className="sm:-mx-2">
          <Table caption={t('variants')} head={<Head />}>
            {variants.map((variant) => (
              <VariantRow
                key={variant.id}
                variant={variant}
                product={product}
                newerMove={variant.id === outdated?.variantId ? outdated.newerMove : null}
              >
                <Button
                  disabled={isOff || isBusy || product.deletedAt !== null}
                  aria-describedby={isOff ? 'adjust-off' : undefined}
                  className="max-sm:w-full"
                  onClick={() => {
                    setRequested((before) => ({ variantId: variant.id, n: (before?.n ?? 0) + 1 }));
                    setOpen(true);
                  }}
                >
                  <ArrowUpDown aria-hidden className="size-4" />
                  {t('adjust')}
                </Button>
              </VariantRow>
            ))}
          </Table>
        </div>
      </div>
      {adjusted && renderSheet && (
        // The dialog gets a new React key each time it opens. With an unchanged key, the dialog would still show the
        // values of the previous stock change.
        <Fragment key={requested?.n}>
          {renderSheet({
            open,
            onOpenChange: setOpen,
            variant: adjusted,
            isStockOutdated:
              adjusted.id === outdated?.variantId ||
              isStockOutdated(product, newest) ||
              move.isAwaited(adjusted.id),
            productName: product.name,
            locations,
            onMove: (movement) => void move.send({ movement }),
          })}
        </Fragment>
      )}
    </Card>
  );
}

function Head() {
  const t = useTranslations('products.columns');
  return (
    <>
      <HeaderCell>{t('variant')}</HeaderCell>
      <HeaderCell>{t('codes')}</HeaderCell>
      <HeaderCell>{t('stock')}</HeaderCell>
      <HeaderCell className="text-end">{t('price')}</HeaderCell>
      <HeaderCell>
        <span className="sr-only">{t('actions')}</span>
      </HeaderCell>
    </>
  );
}
