import { Lock } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { PermissionButton } from '@/components/ui/feedback/permission-button';

/**
 * Shown instead of the orders if the app lacks the scope orders:read. It says which permission is missing and how to
 * grant it. It never says that there are no orders (U10).
 */
export function OrdersForbidden() {
  const t = useTranslations('orders.forbidden');
  return (
    <EmptyState
      heading="h1"
      icon={<Lock />}
      title={t('title')}
      actions={<PermissionButton scopes={['orders:read']} />}
    >
      {t('body')}
    </EmptyState>
  );
}
