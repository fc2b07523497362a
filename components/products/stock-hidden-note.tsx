import { useTranslations } from 'next-intl';
import { MissingScope } from '@/components/ui/feedback/missing-scope';

/**
 * Explains that no stock is shown because the app lacks the scope inventory:read, and how to grant it. Shown once per
 * screen.
 */
export function StockHiddenNote() {
  const t = useTranslations('products.stock');
  return <MissingScope>{t('noScope')}</MissingScope>;
}
