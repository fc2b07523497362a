'use client';

import { clsx } from 'clsx';
import { useTimeZone, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Field } from '@/components/ui/form/field';
import { FilterDialog } from '@/components/ui/overlay/filter-dialog';
import { Input } from '@/components/ui/form/input';
import type { DayRange } from '@/components/ui/form/preset-range';
import { Select } from '@/components/ui/form/select';
import type { OrderListFilters } from '@/lib/orders/list/order-list-filters';
import { orderSorts, usualSort } from '@/lib/orders/list/order-sort';
import { restUnpaid } from '@/lib/orders/list/payment-filter';
import { knownSources } from '@/lib/orders/order-sources';
import { orderStatusTone, paymentStatusTone } from '@/lib/orders/order-status';
import { dayOf, nextDay, startOfDay } from '@/lib/shared/store-day';
import { OrderStatusName } from '@/components/orders/shared/order-badges';
import { PaymentFilterName } from './payment-filter-name';
import { knownKey } from '@/lib/shared/known-key';

type Chosen = Omit<OrderListFilters, 'q'>;
type OrderFilterPanelProps = { filters: Chosen; onApply: (filters: Chosen) => void; onClose: () => void };

const tagLengthMax = 100;
const payments = [...Object.keys(paymentStatusTone), restUnpaid];

/**
 * Dialog with the filters and the sort of the orders list. An undocumented value (A16) is offered only if it
 * is in the current filters.
 */
export function OrderFilterPanel({ filters, onApply, onClose }: OrderFilterPanelProps) {
  const t = useTranslations('orders.filters');
  const tSort = useTranslations('orders.sort');
  const timeZone = useTimeZone() ?? 'UTC';
  const sources = [...Object.keys(knownSources), filters.source ?? ''].filter(Boolean);
  return (
    <FilterDialog
      words={{ title: t('title'), clear: t('clearAll'), apply: t('apply'), days: t('created') }}
      days={daysOf(filters, timeZone)}
      onClear={() => onApply({})}
      onApply={(form, days) => onApply(readForm(form, days, timeZone))}
      onClose={onClose}
    >
      {(days) => (
        <>
          <Field label={tSort('label')}>
            {(control) => (
              <Select {...control} name="sort" defaultValue={filters.sort ?? usualSort}>
                {orderSorts.map((sort) => (
                  <option key={sort} value={sort}>
                    {tSort(sort)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Choices
            name="status"
            title={t('status')}
            known={Object.keys(orderStatusTone)}
            chosen={filters.status}
          >
            {(status) => <OrderStatusName status={status} />}
          </Choices>
          <Choices name="payment" title={t('payment')} known={payments} chosen={filters.payment}>
            {(value) => <PaymentFilterName value={value} />}
          </Choices>
          {days}
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label={t('tag')}>
              {(control) => (
                <Input {...control} name="tag" maxLength={tagLengthMax} defaultValue={filters.tag} />
              )}
            </Field>
            <Field label={t('source')}>
              {(control) => (
                <Select {...control} name="source" defaultValue={filters.source ?? ''}>
                  <option value="">{t('anySource')}</option>
                  {[...new Set(sources)].map((source) => (
                    <SourceOption key={source} source={source} />
                  ))}
                </Select>
              )}
            </Field>
          </div>
        </>
      )}
    </FilterDialog>
  );
}

function daysOf({ from, to }: Chosen, timeZone: string): DayRange {
  return {
    from: from ? dayOf(new Date(from), timeZone) : null,
    // The end of the date filter is exclusive. The last day that the form shows is therefore one day earlier.
    to: to ? dayOf(new Date(Date.parse(to) - 1), timeZone) : null,
  };
}

/**
 * Reads the filters from the values of the form. The return type requires every filter, so TypeScript reports
 * a filter that was forgotten here.
 */
function readForm(
  form: FormData,
  { from, to }: DayRange,
  timeZone: string,
): { [Name in keyof Required<Chosen>]: Chosen[Name] } {
  const one = (name: string) => String(form.get(name) ?? '').trim() || undefined;
  const several = (name: string) => {
    const values = form.getAll(name).map(String);
    return values.length > 0 ? values : undefined;
  };
  const startOf = (day: string | null) => (day ? startOfDay(day, timeZone)?.toISOString() : undefined);
  return {
    status: several('status'),
    payment: several('payment'),
    tag: one('tag'),
    source: one('source'),
    from: startOf(from),
    to: startOf(to) && startOf(nextDay(to ?? '')),
    sort: orderSorts.filter((sort) => sort !== usualSort).find((sort) => sort === one('sort')),
  };
}

type ChoicesProps = {
  name: string;
  title: string;
  known: readonly string[];
  chosen: string[] | undefined;
  children: (value: string) => ReactNode;
};

function Choices({ name, title, known, chosen = [], children }: ChoicesProps) {
  const values = [...new Set([...known, ...chosen])];
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-semibold">{title}</legend>
      <div className="flex flex-wrap gap-2">
        {values.map((value) => (
          <label
            key={value}
            className={clsx(
              'flex min-h-11 max-w-full cursor-pointer items-center gap-2 rounded-control border px-3 text-sm',
              'border-line-strong/60 hover:bg-sunken has-checked:border-brand has-checked:bg-brand-soft',
              'outline-offset-2 outline-brand has-focus-visible:outline-2',
            )}
          >
            <input
              type="checkbox"
              name={name}
              value={value}
              defaultChecked={chosen.includes(value)}
              className="size-4.5 shrink-0 accent-brand outline-none"
            />
            <bdi className="truncate">{children(value)}</bdi>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function SourceOption({ source }: { source: string }) {
  const t = useTranslations('source');
  const known = knownKey(knownSources, source);
  return <option value={source}>{known ? t(known) : source}</option>;
}
