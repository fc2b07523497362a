'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { MoneyText } from '@/components/ui/text/money-text';
import { useLazy } from '@/components/ui/overlay/use-lazy';
import { type ComposerStore, draftTotals, orderCurrency } from '@/lib/orders/new-order/new-order-draft';
import { useNewOrder } from './new-order-form';
import { TotalInWords } from './total-in-words';

const loadPricing = () => import('./pricing-total').then(({ PricingTotal }) => PricingTotal);

type NewOrderSummaryProps = {
  store: ComposerStore;
  pending: boolean;
  /** True if the submit button sends a quote; false if it creates the order. */
  isQuote: boolean;
};

/**
 * Totals beside the new order form, updated while the merchant types. On a wide screen, the submit button is below the
 * totals.
 */
export function NewOrderSummary({ store, pending, isQuote }: NewOrderSummaryProps) {
  const t = useTranslations('newOrder.summary');
  const { currency, totals, isForeign, renderPricing } = useTotals(store);
  const amount = (amountMinor: number | null) => <Amount amountMinor={amountMinor} currency={currency} />;
  return (
    <Card title={t('title')} className="lg:sticky lg:top-20">
      <dl className="flex flex-col gap-2 text-sm">
        <Row label={t('subtotal')}>{amount(totals.subtotalMinor)}</Row>
        {totals.discountMinor !== 0 && <Row label={t('discount')}>{amount(-totals.discountMinor)}</Row>}
        {totals.feeMinor !== 0 && <Row label={t('fee')}>{amount(totals.feeMinor)}</Row>}
        <div className="flex items-baseline justify-between gap-4 border-t border-line pt-2.5 text-lg font-bold">
          <dt>{t('total')}</dt>
          <dd className="whitespace-nowrap">{amount(totals.totalMinor)}</dd>
        </div>
        {isForeign && <Row label={t('inPricing')}>{renderPricing?.({ store })}</Row>}
      </dl>
      <TotalInWords amountMinor={totals.totalMinor} code={currency.code} decimals={currency.decimals} />
      <SubmitButton pending={pending} isQuote={isQuote} className="mt-4 w-full max-lg:hidden" />
    </Card>
  );
}

/** Bar at the bottom of the screen with the total and the submit button, on phones and tablets. */
export function NewOrderBar({ store, pending, isQuote }: NewOrderSummaryProps) {
  const t = useTranslations('newOrder.summary');
  const { currency, totals, isForeign, renderPricing } = useTotals(store);
  return (
    <div className="fixed inset-x-0 bottom-0 z-20 flex items-center justify-between gap-4 border-t border-line bg-surface px-4 py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] lg:hidden">
      <p className="flex min-w-0 flex-col leading-tight">
        <span className="text-xs text-ink-soft">{t('total')}</span>
        <span className="text-lg font-bold whitespace-nowrap">
          <Amount amountMinor={totals.totalMinor} currency={currency} />
        </span>
        {isForeign && (
          <span className="text-xs whitespace-nowrap text-ink-soft">{renderPricing?.({ store })}</span>
        )}
      </p>
      <SubmitButton pending={pending} isQuote={isQuote} className="min-w-36 flex-1 sm:max-w-60" />
    </div>
  );
}

function useTotals(store: ComposerStore) {
  const { control, getValues } = useNewOrder();
  useWatch({ control });
  const draft = getValues();
  const currency = orderCurrency(draft, store);
  const isForeign = currency.code !== store.pricingCurrency.code;
  const renderPricing = useLazy(loadPricing, isForeign, () => undefined);
  return { currency, totals: draftTotals(draft, currency.decimals), isForeign, renderPricing };
}

type SubmitButtonProps = { pending: boolean; isQuote: boolean; className: string };

function SubmitButton({ pending, isQuote, className }: SubmitButtonProps) {
  const t = useTranslations('newOrder');
  return (
    <Button
      type="submit"
      variant="primary"
      pending={pending}
      className={className}
      aria-keyshortcuts="Control+Enter"
    >
      {pending ? t('creating') : t(isQuote ? 'sendQuote' : 'create')}
    </Button>
  );
}

type AmountProps = { amountMinor: number | null; currency: { code: string; decimals: number } };

function Amount({ amountMinor, currency }: AmountProps) {
  if (amountMinor === null) return '—';
  return (
    <MoneyText money={{ amount_minor: amountMinor, currency: currency.code, decimals: currency.decimals }} />
  );
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4 text-ink-soft">
      <dt>{label}</dt>
      <dd className="whitespace-nowrap">{children}</dd>
    </div>
  );
}
