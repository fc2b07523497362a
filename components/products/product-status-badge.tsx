import { useTranslations } from 'next-intl';
import { Badge } from '@/components/ui/badge';
import type { StockView } from '@/lib/catalogue/product-queries';
import { knownKey } from '@/lib/shared/known-key';

const tones = {
  active: 'good',
  out_of_stock: 'warn',
  hidden: 'neutral',
  discontinued: 'neutral',
  no_variants: 'neutral',
} as const;

/**
 * Product status as a badge. A status without a translation is shown as the platform sent it. If the status
 * is null, no badge is shown. The platform can mark a product as out of stock although pieces are left. With `stock`, the
 * badge says that the store made this mark.
 */
export function ProductStatusBadge({ status, stock }: { status: string | null; stock?: StockView }) {
  const t = useTranslations('products.status');
  if (status === null) return null;
  const known = knownKey(tones, status);
  if (status === 'out_of_stock' && stock?.code === 'known' && stock.quantity > 0)
    return <Badge tone="warn">{t('markedOut')}</Badge>;
  return <Badge tone={known ? tones[known] : 'neutral'}>{known ? t(known) : status}</Badge>;
}
