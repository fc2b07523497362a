import { useFormatter, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { MoneyText } from '@/components/ui/text/money-text';
import { Cell, Row } from '@/components/ui/list/table';
import type { ProductView, VariantView } from '@/lib/catalogue/product-queries';
import { ProductImage } from '@/components/ui/product-image';
import { ProductStatusBadge } from './product-status-badge';
import { RelativeTime } from '@/components/ui/text/relative-time';
import { StockText } from './stock-text';

export type NewerMove = { stockAfter: number | null; occurredAt: string };

type VariantRowProps = {
  variant: VariantView;
  product: ProductView;
  /**
   * The newest stock movement, if it happened after the app read the stock. The row then shows the stock after it. Its
   * `stockAfter` is null if a filter of the ledger may hide a newer movement; the row then only says that the number is
   * being updated. Null if the stock includes all known movements.
   */
  newerMove: NewerMove | null;
  children: ReactNode;
};

/** Row of one product variant. `children` are its action buttons. */
export function VariantRow({ variant, product, newerMove, children }: VariantRowProps) {
  const t = useTranslations('products');
  const format = useFormatter();
  const after = newerMove?.stockAfter ?? null;
  const { id, name, sku, barcode, price, compareAtPrice, status, stock, weightGram, attributes } = variant;
  const shownStock = stock.code === 'known' && after !== null ? { ...stock, quantity: after } : stock;
  // The name of a variant is often the value of its only attribute, such as "S". An attribute whose value equals the
  // name is not shown a second time.
  const told = attributes.filter(([, value]) => value !== name);
  const isReduced = price && compareAtPrice && compareAtPrice.amount_minor > price.amount_minor;
  return (
    <Row data-variant={id}>
      <Cell className="min-w-0 max-sm:col-span-2">
        <span className="flex min-w-0 items-center gap-3">
          {variant.imageUrl && variant.imageUrl !== product.images[0] && (
            <ProductImage src={variant.imageUrl} alt="" className="size-11" />
          )}
          <span className="flex min-w-0 flex-col items-start gap-0.5">
            <bdi className="font-bold break-words max-sm:text-base">
              {name ?? product.name ?? t('noName')}
            </bdi>
            {told.map(([attribute, value]) => (
              <span key={attribute} className="text-xs text-ink-soft">
                <bdi>{attribute}</bdi>: <bdi>{value}</bdi>
              </span>
            ))}
            {status !== product.status && <ProductStatusBadge status={status} />}
          </span>
        </span>
      </Cell>
      <Cell className="text-xs text-ink-soft max-sm:order-3 max-sm:col-span-2">
        <dl className="flex flex-wrap gap-x-4 gap-y-0.5 sm:flex-col">
          <Code label={t('code.sku')} value={sku} />
          <Code label={t('code.barcode')} value={barcode} />
          {weightGram !== null && (
            <div className="flex gap-1">
              <dt>{t('code.weight')}</dt>
              <dd>
                <bdi>{format.number(weightGram, { style: 'unit', unit: 'gram', unitDisplay: 'short' })}</bdi>
              </dd>
            </div>
          )}
        </dl>
      </Cell>
      <Cell className="font-semibold whitespace-nowrap max-sm:order-1">
        <StockText stock={shownStock} />
        {newerMove && stock.code === 'known' && (
          <span data-stock-outdated className="block text-xs font-normal text-ink-soft">
            {newerMove.stockAfter === null
              ? t('stock.updating')
              : t.rich('stock.fromMovement', { age: () => <RelativeTime at={newerMove.occurredAt} /> })}
          </span>
        )}
      </Cell>
      <Cell className="text-end font-bold whitespace-nowrap max-sm:order-2 max-sm:text-base">
        {price ? (
          <MoneyText money={price} />
        ) : (
          <span className="font-normal text-ink-soft">{t('noPrice')}</span>
        )}
        {isReduced && (
          <s className="block text-xs font-normal text-ink-soft">
            <span className="sr-only">{t('compareAt')} </span>
            <MoneyText money={compareAtPrice} />
          </s>
        )}
      </Cell>
      <Cell className="text-end max-sm:order-4 max-sm:col-span-2">{children}</Cell>
    </Row>
  );
}

function Code({ label, value }: { label: string; value: string | null }) {
  if (!value) return null;
  return (
    <div className="flex min-w-0 gap-1">
      <dt>{label}</dt>
      <dd className="min-w-0">
        <bdi dir="ltr" className="font-mono break-all text-ink">
          {value}
        </bdi>
      </dd>
    </div>
  );
}
