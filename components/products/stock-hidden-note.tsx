import { useTranslations } from 'next-intl';
import { MissingScope } from '@/components/ui/feedback/missing-scope';

/** Once on a screen without inventory:read: why no stock is shown, and how to get it. */
export function StockHiddenNote() {
  const t = useTranslations('products.stock');
  return <MissingScope>{t('noScope')}</MissingScope>;
}
