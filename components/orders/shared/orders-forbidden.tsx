import { Lock } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { EmptyState } from '@/components/ui/feedback/empty-state';

/** Stands where the orders would, without orders:read: what is missing and how to grant it, never "no orders". */
export function OrdersForbidden() {
  const t = useTranslations('orders.forbidden');
  return (
    <EmptyState heading="h1" icon={<Lock />} title={t('title')}>
      {t('body')}
    </EmptyState>
  );
}
