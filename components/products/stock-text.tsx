import { clsx } from 'clsx';
import { EyeOff } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { StockView } from '@/lib/catalogue/product-queries';

/**
 * Stock of a product variant. If the stock is unknown, or hidden because a permission is missing, a text explains that.
 * A zero is never shown in its place (U10).
 */
export function StockText({ stock, className }: { stock: StockView; className?: string }) {
  const t = useTranslations('products.stock');
  if (stock.code === 'known')
    return (
      <span className={clsx(stock.quantity <= 0 && 'text-warn', className)}>
        {t('pieces', { count: stock.quantity })}
      </span>
    );
  return (
    <span className={clsx('inline-flex items-center gap-1 font-normal text-ink-soft', className)}>
      {stock.code === 'hidden' && <EyeOff aria-hidden className="size-3.5 shrink-0" />}
      {t(stock.code)}
    </span>
  );
}
