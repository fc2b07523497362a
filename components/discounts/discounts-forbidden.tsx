import { Lock } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { EmptyState } from '@/components/ui/feedback/empty-state';

/**
 * Shown instead of the discounts if the scope discounts:read is missing. It says what is missing and how to grant it,
 * never "none" (U10).
 */
export function DiscountsForbidden() {
  const t = useTranslations('discounts.forbidden');
  return (
    <EmptyState heading="h1" icon={<Lock />} title={t('title')}>
      {t('body')}
    </EmptyState>
  );
}
