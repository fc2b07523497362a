'use client';

import { useTranslations } from 'next-intl';
import type { CatalogueHit } from '@/components/catalogue/catalogue-queries';
import { ProductImage } from '@/components/ui/product-image';
import { Badge } from '@/components/ui/badge';
import { MoneyText } from '@/components/ui/text/money-text';
import { knownKey } from '@/lib/shared/known-key';

const knownStatuses = { out_of_stock: true, hidden: true, discontinued: true };

/**
 * A product variant in the list of the catalogue picker: picture, name, SKU, price, and the reason if it cannot be
 * sold.
 */
export function CatalogueOption({ hit }: { hit: CatalogueHit }) {
  const t = useTranslations('newOrder.picker');
  const status = knownKey(knownStatuses, hit.status);
  return (
    <span className="flex w-full min-w-0 items-center gap-3 text-sm">
      <ProductImage src={hit.imageUrl} alt="" className="size-9" />
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="break-words">
          <bdi className="font-semibold">{hit.productName}</bdi>
          {hit.variantName && (
            <span className="ms-1.5 text-ink-soft">
              <bdi>{hit.variantName}</bdi>
            </span>
          )}
        </span>
        <span className="flex flex-wrap items-center gap-x-2 text-xs text-ink-soft">
          {hit.sku && <bdi dir="ltr">{hit.sku}</bdi>}
          {hit.availableQuantity !== null && (hit.availableQuantity > 0 || !status) && (
            <span>{t('available', { count: hit.availableQuantity })}</span>
          )}
        </span>
      </span>
      <span className="flex shrink-0 flex-col items-end gap-1">
        {hit.price && <MoneyText money={hit.price} className="font-semibold whitespace-nowrap" />}
        {status ? (
          <Badge tone="warn">{t(`status.${status}`)}</Badge>
        ) : (
          hit.status && hit.status !== 'active' && <Badge>{hit.status}</Badge>
        )}
      </span>
    </span>
  );
}
