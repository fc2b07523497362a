import { useTranslations } from 'next-intl';
import type { MenuEntry } from '@/components/ui/overlay/menu-list';
import { useRight, useRoleText } from '@/components/ui/role-context';
import type { OrderView } from '@/lib/orders/order-view';
import { installPath } from '@/lib/shared/install-path';

/**
 * Returns the menu entries that open the form of a new order with the values of this order. The first entry makes a
 * copy. The second entry makes an order that replaces this order, if this order can be cancelled. The list is empty if
 * the user's role lacks the right to agree prices.
 */
export function useCopyEntries(installId: string, view: OrderView): MenuEntry[] {
  const t = useTranslations('orderPage.menu');
  const mayCancel = useRight('cancel');
  const roleText = useRoleText();
  const mayAgree = useRight('agree_prices');
  if (!mayAgree) return [];
  const { order, moves, replacedBy } = view;
  const form = (mode: 'from' | 'replaces') =>
    installPath(installId, `/orders/new?${new URLSearchParams({ [mode]: order.id })}`);
  const copy = { key: 'duplicate', label: t('duplicate'), detail: t('duplicateDetail'), href: form('from') };
  const canCancel = moves.others.some(({ status, risk }) => status === 'cancelled' && risk === null);
  if (!canCancel || replacedBy) return [copy];
  const recreate = { key: 'recreate', label: t('recreate') };
  return [
    copy,
    mayCancel
      ? { ...recreate, detail: t('recreateDetail'), href: form('replaces') }
      : { ...recreate, detail: roleText, disabled: true },
  ];
}
