import { Lock } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { EmptyState } from '@/components/ui/feedback/empty-state';

/** Stands where the discounts would, without discounts:read: what is missing and how to grant it, never "none". */
export function DiscountsForbidden() {
  const t = useTranslations('discounts.forbidden');
  return (
    <EmptyState heading="h1" icon={<Lock />} title={t('title')}>
      {t('body')}
    </EmptyState>
  );
}
