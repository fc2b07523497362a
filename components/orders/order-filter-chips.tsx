'use client';

import { X } from 'lucide-react';
import { useFormatter, useTranslations } from 'next-intl';
import { type ReactNode, useRef } from 'react';
import { Button } from '@/components/ui/button';
import type { OrderListFilters } from '@/lib/orders/order-list-filters';
import { OrderStatusName, PaymentStatusName } from './order-badges';
import { OrderSource } from './order-source';
import type { ChangeFilters } from './use-order-filters';

type OrderFilterChipsProps = { filters: OrderListFilters; change: ChangeFilters };

type Chip = { key: string; label: string; value: ReactNode; without: Partial<OrderListFilters> };

/** Each filter that holds, to be taken away by itself or with all the others. */
export function OrderFilterChips({ filters, change }: OrderFilterChipsProps) {
  const t = useTranslations('orders.filters');
  const list = useRef<HTMLUListElement>(null);
  const chips = useChips(filters);
  if (chips.length === 0) return null;
  const remove = ({ without }: Chip, place: number) => {
    change((now) => ({ ...now, ...without }));
    // The one that takes its place, or the one before: the focus is not lost with the chip.
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])];
    (buttons[place + 1] ?? buttons[place - 1])?.focus();
  };
  return (
    <ul ref={list} aria-label={t('active')} className="flex flex-wrap items-center gap-2">
      {chips.map((chip, place) => (
        <li
          key={chip.key}
          className="flex max-w-full items-center rounded-full border border-line bg-surface ps-3 text-sm"
        >
          <span id={`filter-${chip.key}`} className="truncate">
            <span className="text-ink-soft">{chip.label}</span> <bdi>{chip.value}</bdi>
          </span>
          <button
            type="button"
            id={`remove-${chip.key}`}
            aria-label={t('remove')}
            aria-labelledby={`remove-${chip.key} filter-${chip.key}`}
            className="grid size-11 shrink-0 place-items-center rounded-full text-ink-soft hover:text-ink"
            onClick={() => remove(chip, place)}
          >
            <X aria-hidden className="size-4" />
          </button>
        </li>
      ))}
      <li>
        <Button look="quiet" onClick={() => change(() => ({}))}>
          {t('clearAll')}
        </Button>
      </li>
    </ul>
  );
}

function useChips({ status = [], payment = [], tag, source, from, to }: OrderListFilters): Chip[] {
  const t = useTranslations('orders.filters');
  const format = useFormatter();
  const dayOf = (atMs: number) =>
    format.dateTime(new Date(atMs), { day: 'numeric', month: 'short', year: 'numeric' });
  const others = (values: string[], value: string) => values.filter((other) => other !== value);
  const chips: (Chip | false | undefined)[] = [
    ...status.map((value) => ({
      key: `status-${encodeURIComponent(value)}`,
      label: t('statusIs'),
      value: <OrderStatusName status={value} />,
      without: { status: others(status, value) },
    })),
    ...payment.map((value) => ({
      key: `payment-${encodeURIComponent(value)}`,
      label: t('paymentIs'),
      value: <PaymentStatusName status={value} />,
      without: { payment: others(payment, value) },
    })),
    tag !== undefined && { key: 'tag', label: t('tagIs'), value: tag, without: { tag: undefined } },
    source !== undefined && {
      key: 'source',
      label: t('sourceIs'),
      value: <OrderSource source={source} />,
      without: { source: undefined },
    },
    from !== undefined && {
      key: 'from',
      label: t('fromIs'),
      value: dayOf(Date.parse(from)),
      without: { from: undefined },
    },
    // The end is not included: the last day is the one before it.
    to !== undefined && {
      key: 'to',
      label: t('toIs'),
      value: dayOf(Date.parse(to) - 1),
      without: { to: undefined },
    },
  ];
  return chips.filter((chip) => chip !== false && chip !== undefined);
}
