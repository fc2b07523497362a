import { CopyPlus, Replace } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Menu } from '@/components/ui/overlay/menu';
import { useRight, useRoleText } from '@/components/ui/role-context';
import type { OrderView } from '@/lib/orders/order-view';
import { installPath } from '@/lib/shared/install-path';

/**
 * Menu with two actions that open the form of a new order, filled from this order. The first makes a copy.
 * The second makes an order that replaces this order, if this order can be cancelled. The menu is hidden if
 * the user's role lacks the right to agree prices.
 */
export function OrderMenu({ installId, view }: { installId: string; view: OrderView }) {
  const t = useTranslations('orderPage.menu');
  const mayCancel = useRight('cancel');
  const roleText = useRoleText();
  if (!useRight('agree_prices')) return null;
  const { order, moves, replacedBy } = view;
  const form = (mode: 'from' | 'replaces') =>
    installPath(installId, `/orders/new?${new URLSearchParams({ [mode]: order.id })}`);
  const canCancel = moves.others.some(({ status, risk }) => status === 'cancelled' && risk === null);
  const recreate = {
    key: 'recreate',
    icon: <Replace aria-hidden />,
    label: t('recreate'),
    detail: mayCancel ? t('recreateDetail') : roleText,
  };
  return (
    <Menu
      label={t('label')}
      labelHidden
      variant="quiet"
      entries={[
        {
          key: 'duplicate',
          icon: <CopyPlus aria-hidden />,
          label: t('duplicate'),
          detail: t('duplicateDetail'),
          href: form('from'),
        },
        ...(canCancel && !replacedBy
          ? [mayCancel ? { ...recreate, href: form('replaces') } : { ...recreate, disabled: true }]
          : []),
      ]}
    />
  );
}
