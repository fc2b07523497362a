'use client';

import { Printer } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Menu } from '@/components/ui/overlay/menu';
import { type PrintChoice, printPath } from '@/lib/orders/print/print-path';

/**
 * Menu of the documents that can be printed for an order. Each opens in a new tab; language and paper can be changed
 * there.
 */
export function OrderPrintMenu({ installId, orderId }: { installId: string; orderId: string }) {
  const t = useTranslations('print');
  const entry = (kind: PrintChoice['kind'], paper: PrintChoice['paper']) => ({
    key: `${kind} ${paper}`,
    label: t(`kind.${kind}`),
    detail: t(`paper.${paper}`),
    href: printPath(installId, { orderId }, { kind, paper }),
    newTab: true,
  });
  return (
    <Menu
      label={t('menu')}
      icon={<Printer aria-hidden className="size-4" />}
      variant="quiet"
      entries={[
        entry('packing_slip', 'a4'),
        entry('packing_slip', '80mm'),
        { ...entry('invoice', 'a4'), divided: true },
        entry('invoice', '80mm'),
      ]}
    />
  );
}
