'use client';

import { SlidersHorizontal } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Spinner } from '@/components/ui/spinner';
import type { OrderListFilters } from '@/lib/orders/order-list-filters';
import type { ChangeFilters } from './use-order-filters';

/** Sent when it is first asked for: nobody filters before the list is there. */
const OrderFilterPanel = dynamic(
  () => import('./order-filter-panel').then(({ OrderFilterPanel: panel }) => panel),
  { ssr: false, loading: Spinner },
);

type OrderFiltersProps = { filters: OrderListFilters; change: ChangeFilters };

/** The button that opens the panel of filters, and says how many hold. */
export function OrderFilters({ filters, change }: OrderFiltersProps) {
  const t = useTranslations('orders.filters');
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const { q, ...chosen } = filters;
  const count = Object.values(chosen).flat().filter(Boolean).length;
  const close = () => setOpen(false);
  useEffect(() => {
    const opener = button.current;
    return open ? () => opener?.focus() : undefined;
  }, [open]);
  return (
    <div className="relative">
      <Button
        ref={button}
        aria-expanded={open}
        aria-haspopup="dialog"
        aria-label={t('open', { count })}
        onClick={() => setOpen(!open)}
      >
        <SlidersHorizontal aria-hidden className="size-4" />
        <span className="max-sm:sr-only">{t('title')}</span>
        {count > 0 && (
          <span className="grid min-w-5 place-items-center rounded-full bg-brand px-1 text-xs leading-5 text-on-brand">
            {count}
          </span>
        )}
      </Button>
      {open && (
        <OrderFilterPanel
          filters={chosen}
          onApply={(next) => {
            change((now) => ({ ...next, q: now.q }));
            close();
          }}
          onClose={close}
        />
      )}
    </div>
  );
}
