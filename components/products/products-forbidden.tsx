import { Lock } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { PermissionButton } from '@/components/ui/feedback/permission-button';

/**
 * Shown instead of the products if the app lacks the scope products:read. It says which permission is missing and how
 * to grant it. It never says that there are no products (U10).
 */
export function ProductsForbidden() {
  const t = useTranslations('products.forbidden');
  return (
    <EmptyState
      heading="h1"
      icon={<Lock />}
      title={t('title')}
      actions={<PermissionButton scopes={['products:read']} />}
    >
      {t('body')}
    </EmptyState>
  );
}
