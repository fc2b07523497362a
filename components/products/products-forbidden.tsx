import { Lock } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { EmptyState } from '@/components/ui/feedback/empty-state';

/** Stands where the products would, without products:read: what is missing and how to grant it, never "no products". */
export function ProductsForbidden() {
  const t = useTranslations('products.forbidden');
  return (
    <EmptyState heading="h1" icon={<Lock />} title={t('title')}>
      {t('body')}
    </EmptyState>
  );
}
