import { useTranslations } from 'next-intl';
import { MissingScope } from '@/components/ui/feedback/missing-scope';

/**
 * Note that explains why no stock is shown: the app lacks the scope inventory:read. It also says how to grant the
 * scope. Shown once per screen.
 */
export function StockHiddenNote() {
  const t = useTranslations('products.stock');
  return <MissingScope>{t('noScope')}</MissingScope>;
}
