'use client';

import { ClipboardPaste, Columns3, Download, History, UserRound } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Menu } from '@/components/ui/overlay/menu';
import { useMissingScopes } from '@/components/ui/scopes-context';
import { useExport } from '@/components/ui/use-export';
import { useRight, useRoleText } from '@/components/ui/role-context';
import type { CourierInput } from '@/components/orders/list/bulk/courier-dialog';
import type { CourierActions } from '@/lib/orders/bulk/courier-commands';
import { viewExport } from './export-paths';
import { installPath } from '@/lib/shared/install-path';

type OrdersMenuProps = {
  installId: string;
  /** Current filters of the orders list as canonical text: equal filters always have the same text. */
  text: string;
  courier: CourierActions;
  openColumns: () => void;
};

const CourierDialog = dynamic(
  () => import('@/components/orders/list/bulk/courier-dialog').then(({ CourierDialog: dialog }) => dialog),
  {
    ssr: false,
  },
);

/** Menu of the less frequent actions of the orders list. */
export function OrdersMenu({ installId, text, courier, openColumns }: OrdersMenuProps) {
  const t = useTranslations('bulk.menu');
  const tCourier = useTranslations('courier');
  const tColumns = useTranslations('columns');
  const tExport = useTranslations('export');
  const download = useExport();
  const [isCourierOpen, setIsCourierOpen] = useState(false);
  // What the user has entered for a courier sheet. It is also kept here, because the browser may block session storage.
  // It is then still there when the dialog is opened again.
  const [pasted, setPasted] = useState<CourierInput | null>(null);
  const cannotFulfill = useMissingScopes('fulfillments:write', 'orders:read').length > 0;
  const [mayFulfil, mayExport] = [useRight('fulfil'), useRight('export')];
  const maySettings = useRight('change_settings');
  const roleText = useRoleText();
  return (
    <>
      <Menu
        label={t('label')}
        labelHidden
        entries={[
          {
            key: 'courier',
            label: tCourier('entry'),
            icon: <ClipboardPaste aria-hidden />,
            onSelect: () => setIsCourierOpen(true),
            disabled: cannotFulfill || !mayFulfil,
            detail: mayFulfil ? cannotFulfill && tCourier('noScope') : roleText,
          },
          {
            key: 'export',
            label: tExport('entry'),
            icon: <Download aria-hidden />,
            disabled: !mayExport,
            detail: !mayExport && roleText,
            onSelect: () => download(...viewExport(installId, text)),
          },
          {
            key: 'columns',
            label: tColumns('entry'),
            icon: <Columns3 aria-hidden />,
            onSelect: openColumns,
          },
          // By default, the list names only the customers of orders that the app created. A setting changes this.
          ...(maySettings
            ? [
                {
                  key: 'customers',
                  label: t('customers'),
                  icon: <UserRound aria-hidden />,
                  href: installPath(installId, '/settings#customers'),
                },
              ]
            : []),
          {
            key: 'runs',
            divided: true,
            label: t('runs'),
            icon: <History aria-hidden />,
            href: installPath(installId, '/runs'),
          },
        ]}
      />
      {isCourierOpen && (
        <CourierDialog
          installId={installId}
          actions={courier}
          input={pasted}
          onInput={setPasted}
          onClose={() => setIsCourierOpen(false)}
        />
      )}
    </>
  );
}
