import { useTranslations } from 'next-intl';
import { HiddenPart } from '@/components/ui/feedback/hidden-part';

/**
 * Note that explains why no stock is shown: the app lacks the scope inventory:read. Shown once per screen.
 */
export function StockHiddenNote() {
  const t = useTranslations('products.stock');
  return <HiddenPart scope="inventory:read">{t('noScope')}</HiddenPart>;
}
