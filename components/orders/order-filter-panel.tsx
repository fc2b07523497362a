'use client';

import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { useTimeZone, useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import type { OrderListFilters } from '@/lib/orders/order-list-filters';
import { orderStatusTone, paymentStatusTone } from '@/lib/orders/order-status';
import { dayOf, nextDay, startOfDay } from '@/lib/shared/store-day';
import { knownSources } from './order-source';
import { OrderStatusName, PaymentStatusName } from './order-badges';
import { knownKey } from '@/lib/shared/known-key';

type Chosen = Omit<OrderListFilters, 'q'>;
type OrderFilterPanelProps = { filters: Chosen; onApply: (filters: Chosen) => void; onClose: () => void };

const tagLengthMax = 100;

/**
 * The filters to choose from: a full-height sheet on a phone, else a panel below its button. Nothing changes before
 * it is applied. Values that nobody knows (A16) are offered where they are in force.
 */
export function OrderFilterPanel({ filters, onApply, onClose }: OrderFilterPanelProps) {
  const t = useTranslations('orders.filters');
  const timeZone = useTimeZone() ?? 'UTC';
  const titleId = useId();
  const [problem, setProblem] = useState<string>();
  const { dialog, isSheet } = useDialog(onClose);
  const sources = [...Object.keys(knownSources), filters.source ?? ''].filter(Boolean);

  const apply = (form: FormData) => {
    const chosen = readForm(form, timeZone);
    if (chosen.from && chosen.to && chosen.from >= chosen.to) setProblem(t('daysReversed'));
    else onApply(chosen);
  };
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      className={clsx(
        'm-0 flex-col bg-surface p-0 text-ink open:flex',
        isSheet
          ? 'fixed inset-0 h-dvh max-h-none w-screen max-w-none'
          : 'absolute start-auto end-0 top-full z-30 mt-1.5 max-h-[max(20rem,min(44rem,100dvh-17rem))] w-[38rem] max-w-[calc(100vw-3rem)] rounded-card border border-line shadow-float',
      )}
    >
      <div className="flex items-center justify-between border-b border-line ps-4 pe-1.5">
        <h2 id={titleId} className="text-base font-bold">
          {t('title')}
        </h2>
        <button
          type="button"
          aria-label={t('close')}
          className="grid size-11 place-items-center rounded-control text-ink-soft hover:text-ink"
          onClick={onClose}
        >
          <X aria-hidden className="size-5" />
        </button>
      </div>
      <form
        noValidate
        className="flex min-h-0 flex-1 flex-col"
        onSubmit={(event) => {
          event.preventDefault();
          apply(new FormData(event.currentTarget));
        }}
      >
        <div className="flex min-h-0 flex-1 flex-col gap-5 overflow-y-auto overscroll-contain p-4">
          <Choices name="status" title={t('status')} known={orderStatusTone} chosen={filters.status}>
            {(status) => <OrderStatusName status={status} />}
          </Choices>
          <Choices name="payment" title={t('payment')} known={paymentStatusTone} chosen={filters.payment}>
            {(status) => <PaymentStatusName status={status} />}
          </Choices>
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label={t('from')}>
              {(control) => (
                <Input
                  {...control}
                  type="date"
                  name="from"
                  defaultValue={filters.from && dayOf(new Date(filters.from), timeZone)}
                />
              )}
            </Field>
            <Field label={t('to')} error={problem}>
              {(control) => (
                <Input
                  {...control}
                  type="date"
                  name="to"
                  defaultValue={filters.to && lastDayBefore(filters.to, timeZone)}
                />
              )}
            </Field>
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
        </div>
        <div className="flex gap-2 border-t border-line p-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
          <Button type="submit" look="primary" className="flex-1">
            {t('apply')}
          </Button>
          <Button onClick={() => onApply({})}>{t('clearAll')}</Button>
        </div>
      </form>
    </dialog>
  );
}

/** The last day that an exclusive end includes. */
function lastDayBefore(to: string, timeZone: string): string {
  return dayOf(new Date(Date.parse(to) - 1), timeZone);
}

function readForm(form: FormData, timeZone: string): Chosen {
  const one = (name: string) => String(form.get(name) ?? '').trim() || undefined;
  const several = (name: string) => {
    const values = form.getAll(name).map(String);
    return values.length > 0 ? values : undefined;
  };
  const startOf = (day = '') => startOfDay(day, timeZone)?.toISOString();
  const to = one('to');
  return {
    status: several('status'),
    payment: several('payment'),
    tag: one('tag'),
    source: one('source'),
    from: startOf(one('from')),
    to: startOf(to) && startOf(nextDay(to ?? '')),
  };
}

type ChoicesProps = {
  name: string;
  title: string;
  known: object;
  chosen: string[] | undefined;
  children: (value: string) => ReactNode;
};

function Choices({ name, title, known, chosen = [], children }: ChoicesProps) {
  const values = [...new Set([...Object.keys(known), ...chosen])];
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

/** Opens with its component: as a modal sheet on a phone; else beside the list, closed by Escape or a press outside. */
function useDialog(onClose: () => void) {
  const dialog = useRef<HTMLDialogElement>(null);
  const latest = useRef(onClose);
  const [isSheet] = useState(() => window.matchMedia('(width < 40rem)').matches);
  useEffect(() => {
    latest.current = onClose;
  });
  // Before it is taken out of the page, or what it made inert could not be focused again.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    if (isSheet) element.showModal();
    else element.show();
    const close = () => latest.current();
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing) return;
      event.preventDefault();
      close();
    };
    // Its button closes it by itself.
    const onPointerDown = (event: PointerEvent) => {
      const target = event.target;
      if (target instanceof Node && !element.parentElement?.contains(target)) close();
    };
    element.addEventListener('cancel', close);
    document.addEventListener('keydown', onKeyDown);
    document.addEventListener('pointerdown', onPointerDown);
    return () => {
      element.removeEventListener('cancel', close);
      document.removeEventListener('keydown', onKeyDown);
      document.removeEventListener('pointerdown', onPointerDown);
      element.close();
    };
  }, [isSheet]);
  return { dialog, isSheet };
}
