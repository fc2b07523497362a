'use client';

import { ClipboardList, Download, Package, Printer, Tag, Tags, ListChecks } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import type { MenuEntry } from '@/components/ui/overlay/menu-list';
import { useMissingScopes } from '@/components/ui/scopes-context';
import { useExport } from '@/components/ui/use-export';
import type { BulkKind } from '@/lib/orders/bulk/bulk-actions';
import { newSheetPath } from '@/lib/shared/orders/new-sheet-path';
import { type PrintChoice, printedOrdersMax, printPath } from '@/lib/shared/orders/print-path';
import { selectionExportPath } from '@/components/orders/list/export-paths';
import { useRole, useRoleText } from '@/components/ui/role-context';
import { hasRight, type Right } from '@/lib/shared/roles/roles';
import { bulkTargetsMax } from '@/lib/shared/bulk-targets-max';

/**
 * Returns the menu entries of all bulk actions on orders. An action that is not possible now is disabled, and its entry
 * says why.
 */
export function useBulkEntries(
  installId: string,
  orderIds: string[],
  open: (kind: BulkKind) => void,
): MenuEntry[] {
  const t = useTranslations('bulk.bar');
  const cannotWrite = useMissingScopes('orders:write').length > 0;
  const cannotFulfill = useMissingScopes('fulfillments:write', 'orders:read').length > 0;
  const role = useRole();
  const roleText = useRoleText();
  const download = useExport();
  const router = useRouter();
  const count = orderIds.length;
  const run = (kind: BulkKind, icon: ReactNode, needs: Right, isMissing: boolean): MenuEntry => ({
    key: kind,
    label: t(kind),
    icon,
    onSelect: () => open(kind),
    disabled: isMissing || !hasRight(role, needs) || count > bulkTargetsMax,
    detail: !hasRight(role, needs)
      ? roleText
      : isMissing
        ? t('noScope')
        : count > bulkTargetsMax && t('tooMany', { max: bulkTargetsMax }),
  });
  const exportPath = selectionExportPath(installId, orderIds);
  const [mayPrint, mayExport] = [hasRight(role, 'see_personal_data'), hasRight(role, 'export')];
  const printEntry = (kind: PrintChoice['kind']) => ({
    icon: <Printer aria-hidden />,
    onSelect: () => window.open(printPath(installId, { orderIds }, { kind }), '_blank', 'noopener'),
    disabled: !mayPrint || count > printedOrdersMax,
    detail: !mayPrint ? roleText : count > printedOrdersMax && t('tooMany', { max: printedOrdersMax }),
  });
  return [
    run('add_tags', <Tags aria-hidden />, 'tag_orders', cannotWrite),
    run('remove_tags', <Tag aria-hidden />, 'tag_orders', cannotWrite),
    run('set_order_status', <ListChecks aria-hidden />, 'fulfil', cannotWrite),
    run('fulfill_orders', <Package aria-hidden />, 'fulfil', cannotFulfill),
    { ...printEntry('packing_slip'), key: 'print', label: t('print'), divided: true },
    { ...printEntry('label'), key: 'print_labels', label: t('printLabels') },
    {
      key: 'delivery_sheet',
      label: t('delivery_sheet'),
      icon: <ClipboardList aria-hidden />,
      onSelect: () => router.push(newSheetPath(installId, orderIds)),
      disabled: !hasRight(role, 'fulfil') || !mayPrint || count > printedOrdersMax,
      detail:
        !hasRight(role, 'fulfil') || !mayPrint
          ? roleText
          : count > printedOrdersMax && t('tooMany', { max: printedOrdersMax }),
    },
    {
      key: 'export',
      label: t('export'),
      icon: <Download aria-hidden />,
      onSelect: () => exportPath !== null && download(exportPath),
      disabled: !mayExport || exportPath === null,
      detail: !mayExport ? roleText : exportPath === null && t('exportTooMany'),
    },
  ];
}
