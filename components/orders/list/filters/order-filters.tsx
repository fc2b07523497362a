'use client';

import { SlidersHorizontal } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { NumberText } from '@/components/ui/text/number-text';
import { useLazy } from '@/components/ui/overlay/use-lazy';
import type { OrderListFilters } from '@/lib/orders/list/order-list-filters';
import type { ChangeFilters } from './use-order-filters';

const loadPanel = () => import('./order-filter-panel').then(({ OrderFilterPanel }) => OrderFilterPanel);

type OrderFiltersProps = {
  filters: OrderListFilters;
  change: ChangeFilters;
  /**
   * True if the filters are those of the current tab. The button then shows no number of filters, because the name of
   * the tab stands for them.
   */
  isView: boolean;
};

/**
 * Button that opens the filter dialog and shows how many filters are active. The code of the dialog is loaded at the
 * first press.
 */
export function OrderFilters({ filters, change, isView }: OrderFiltersProps) {
  const t = useTranslations('orders.filters');
  const [open, setOpen] = useState(false);
  const renderPanel = useLazy(loadPanel, open, () => setOpen(false));
  const { q, ...chosen } = filters;
  const own = isView ? [] : Object.values({ ...chosen, sort: undefined }).flat();
  const count = own.filter(Boolean).length;
  return (
    <>
      <Button
        aria-expanded={open}
        aria-haspopup="dialog"
        aria-label={t('open', { count })}
        pending={open && !renderPanel}
        onClick={() => setOpen(true)}
      >
        <SlidersHorizontal aria-hidden className="size-4" />
        <span className="max-sm:sr-only">{t('title')}</span>
        {count > 0 && (
          <span className="grid min-w-5 place-items-center rounded-full bg-brand px-1 text-xs leading-5 text-on-brand">
            <NumberText value={count} />
          </span>
        )}
      </Button>
      {open &&
        renderPanel?.({
          filters: chosen,
          onApply: (next) => {
            change((now) => ({ ...next, q: now.q }));
            setOpen(false);
          },
          onClose: () => setOpen(false),
        })}
    </>
  );
}
