'use client';

import { Download, Package, Printer, Tag, Tags, ListChecks } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import type { MenuEntry } from '@/components/ui/overlay/menu-list';
import { useMissingScopes } from '@/components/ui/scopes-context';
import { useExport } from '@/components/ui/use-export';
import type { BulkKind } from '@/lib/orders/bulk/bulk-actions';
import { printedOrdersMax, printPath } from '@/lib/orders/print/print-path';
import { selectionExportPath } from '@/components/orders/list/export-paths';
import { bulkTargetsMax } from '@/lib/shared/bulk-targets-max';

/** Menu entries of all bulk actions on orders. An action that is not possible now is disabled and says why. */
export function useBulkEntries(
  installId: string,
  orderIds: string[],
  open: (kind: BulkKind) => void,
): MenuEntry[] {
  const t = useTranslations('bulk.bar');
  const cannotWrite = useMissingScopes('orders:write').length > 0;
  const cannotFulfill = useMissingScopes('fulfillments:write', 'orders:read').length > 0;
  const download = useExport();
  const count = orderIds.length;
  const run = (kind: BulkKind, icon: ReactNode, isMissing: boolean): MenuEntry => ({
    key: kind,
    label: t(kind),
    icon,
    onSelect: () => open(kind),
    disabled: isMissing || count > bulkTargetsMax,
    detail: isMissing ? t('noScope') : count > bulkTargetsMax && t('tooMany', { max: bulkTargetsMax }),
  });
  const slips = printPath(installId, { orderIds }, { kind: 'packing_slip' });
  const exportPath = selectionExportPath(installId, orderIds);
  return [
    run('add_tags', <Tags aria-hidden />, cannotWrite),
    run('remove_tags', <Tag aria-hidden />, cannotWrite),
    run('set_order_status', <ListChecks aria-hidden />, cannotWrite),
    run('fulfill_orders', <Package aria-hidden />, cannotFulfill),
    {
      key: 'print',
      divided: true,
      label: t('print'),
      icon: <Printer aria-hidden />,
      onSelect: () => window.open(slips, '_blank', 'noopener'),
      disabled: count > printedOrdersMax,
      detail: count > printedOrdersMax && t('tooMany', { max: printedOrdersMax }),
    },
    {
      key: 'export',
      label: t('export'),
      icon: <Download aria-hidden />,
      onSelect: () => exportPath !== null && download(exportPath),
      disabled: exportPath === null,
      detail: exportPath === null && t('exportTooMany'),
    },
  ];
}
