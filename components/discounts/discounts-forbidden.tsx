import { Lock } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { PermissionButton } from '@/components/ui/feedback/permission-button';

/**
 * Shown instead of the discounts if the app lacks the scope discounts:read. It says which permission is missing and how
 * to grant it. It never says that there are no discounts (U10).
 */
export function DiscountsForbidden() {
  const t = useTranslations('discounts.forbidden');
  return (
    <EmptyState
      heading="h1"
      icon={<Lock />}
      title={t('title')}
      actions={<PermissionButton scopes={['discounts:read']} />}
    >
      {t('body')}
    </EmptyState>
  );
}
