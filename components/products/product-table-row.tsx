'use client';

import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { LinkPending } from '@/components/ui/feedback/link-pending';
import { MoneyText } from '@/components/ui/text/money-text';
import { RelativeTime } from '@/components/ui/text/relative-time';
import { Cell, Row } from '@/components/ui/list/table';
import type { ProductRow } from '@/lib/catalogue/product-queries';
import { ProductImage } from '@/components/ui/product-image';
import { ProductStatusBadge } from './product-status-badge';
import { installPath } from '@/lib/shared/install-path';
import { productPath } from './product-url';
import { StockText } from './stock-text';

/** Row of the product list: one product. */
export function ProductTableRow({ installId, product }: { installId: string; product: ProductRow }) {
  const t = useTranslations('products');
  const { id, name, sku, imageUrl, status, variantCount, price, stock, updatedAt } = product;
  // The platform can mark a product as out of stock although pieces are left.
  const isMarkedOut = status === 'out_of_stock' && stock.code === 'known' && stock.quantity > 0;
  return (
    <Row data-product={id}>
      <Cell className="min-w-0 max-sm:col-span-2">
        <span className="flex min-w-0 items-center gap-3">
          <ProductImage src={imageUrl} alt="" className="size-12" />
          <span className="flex min-w-0 flex-col">
            <Link
              href={installPath(installId, productPath(id))}
              prefetch={false}
              className="font-bold break-words text-brand after:absolute after:inset-0 max-sm:text-base"
            >
              {name ? <bdi>{name}</bdi> : t('noName')}
              <LinkPending />
            </Link>
            {sku && (
              <bdi dir="ltr" className="self-start text-xs break-all text-ink-soft">
                {sku}
              </bdi>
            )}
            {isMarkedOut && (
              // The note has the height of two lines, so that the row does not grow when the font arrives.
              <span data-marked-out className="min-h-[2lh] text-xs text-warn">
                {t('status.markedOut')}
              </span>
            )}
          </span>
        </span>
      </Cell>
      <Cell>
        <ProductStatusBadge status={status} />
      </Cell>
      <Cell className="whitespace-nowrap text-ink-soft sm:max-md:hidden max-sm:order-2 max-sm:text-xs">
        {t('variantCount', { count: variantCount })}
      </Cell>
      <Cell className="font-semibold whitespace-nowrap max-sm:order-3 max-sm:text-end">
        <StockText stock={stock} />
      </Cell>
      <Cell className="whitespace-nowrap text-ink-soft max-lg:hidden">
        {updatedAt && <RelativeTime at={updatedAt} />}
      </Cell>
      {/* On a narrow phone, a long range of prices wraps. Without the wrap, the prices would leave no space for the
          status beside them. The cell always has the height of two lines, so the row does not grow when the font arrives
          and a range that had one line needs two. */}
      <Cell className="text-end font-bold whitespace-nowrap max-sm:order-1 max-[22.5rem]:min-h-10 max-[22.5rem]:max-w-40 max-[22.5rem]:content-center max-[22.5rem]:whitespace-normal">
        {price && <PriceRange price={price} />}
      </Cell>
    </Row>
  );
}

function PriceRange({ price: { from, to } }: { price: NonNullable<ProductRow['price']> }) {
  const t = useTranslations('products');
  if (from.amount_minor === to.amount_minor) return <MoneyText money={from} />;
  return t.rich('priceRange', {
    from: () => <MoneyText key="from" money={from} className="whitespace-nowrap" />,
    to: () => <MoneyText key="to" money={to} className="whitespace-nowrap" />,
  });
}
