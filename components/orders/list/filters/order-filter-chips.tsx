'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { type ReactNode, useRef } from 'react';
import { Button } from '@/components/ui/button';
import { Chip } from '@/components/ui/chip';
import type { OrderListFilters } from '@/lib/orders/list/order-list-filters';
import { OrderStatusName } from '@/components/orders/shared/order-badges';
import { OrderSource } from '@/components/orders/shared/order-source';
import { PaymentFilterName } from './payment-filter-name';
import type { ChangeFilters } from './use-order-filters';
import { dateParts } from '@/lib/shared/locale';

type OrderFilterChipsProps = {
  filters: OrderListFilters;
  change: ChangeFilters;
  /**
   * True if the filters are those of the current tab. There is then at most one chip: the sort, if it differs from the
   * sort of the tab.
   */
  isView: boolean;
};

type FilterChip = { key: string; label: string; value: ReactNode; without: Partial<OrderListFilters> };

/** Active filters of the orders list, and its sort, as chips. The user can remove one filter or all filters. */
export function OrderFilterChips({ filters, change, isView }: OrderFilterChipsProps) {
  const t = useTranslations('orders.filters');
  const list = useRef<HTMLUListElement>(null);
  const chips = useChips(isView ? { sort: filters.sort } : filters);
  if (chips.length === 0) return null;
  const remove = ({ without }: FilterChip, place: number) => {
    change((now) => ({ ...now, ...without }));
    // When a chip is removed, the focus would be lost. The focus therefore moves to the next button: that of the next
    // chip, or the button that removes all filters. If there is no next button, the focus moves to the previous chip.
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])];
    (buttons[place + 1] ?? buttons[place - 1])?.focus();
  };
  return (
    <ul ref={list} aria-label={t('active')} className="flex flex-wrap items-center gap-2">
      {chips.map((chip, place) => (
        <li key={chip.key} className="max-w-full">
          <Chip label={chip.label} removeLabel={t('remove')} remove={() => remove(chip, place)}>
            {chip.value}
          </Chip>
        </li>
      ))}
      {!isView && (
        <li>
          <Button variant="quiet" onClick={() => change(() => ({}))}>
            {t('clearAll')}
          </Button>
        </li>
      )}
    </ul>
  );
}

function useChips({
  status = [],
  payment = [],
  tag,
  source,
  from,
  to,
  sort,
}: OrderListFilters): FilterChip[] {
  const t = useTranslations('orders.filters');
  const tSort = useTranslations('orders.sort');
  const format = useFormatter();
  const dayOf = (atMs: number) => format.dateTime(new Date(atMs), dateParts);
  const others = (values: string[], value: string) => values.filter((other) => other !== value);
  // The type of `chips` requires an entry for every filter, so TypeScript reports a filter that was forgotten
  // here. The search text has no chip, because the search field already shows it.
  const chips: Record<Exclude<keyof OrderListFilters, 'q'>, FilterChip[]> = {
    status: status.map((value) => ({
      key: `status-${value}`,
      label: t('statusIs'),
      value: <OrderStatusName status={value} />,
      without: { status: others(status, value) },
    })),
    payment: payment.map((value) => ({
      key: `payment-${value}`,
      label: t('paymentIs'),
      value: <PaymentFilterName value={value} />,
      without: { payment: others(payment, value) },
    })),
    tag: one('tag', tag, t('tagIs'), (value) => value),
    source: one('source', source, t('sourceIs'), (value) => <OrderSource source={value} />),
    from: one('from', from, t('fromIs'), (value) => dayOf(Date.parse(value))),
    // The end of the date filter is exclusive. The last day that the chip shows is therefore one day earlier.
    to: one('to', to, t('toIs'), (value) => dayOf(Date.parse(value) - 1)),
    sort: one('sort', sort, tSort('is'), (value) => tSort(value)),
  };
  return Object.values(chips).flat();
}

/** Returns the chip of a filter with a single value. If the filter is not set, there is no chip. */
function one<Value extends string>(
  key: keyof OrderListFilters,
  value: Value | undefined,
  label: string,
  show: (value: Value) => ReactNode,
): FilterChip[] {
  return value === undefined ? [] : [{ key, label, value: show(value), without: { [key]: undefined } }];
}
