'use client';

import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/form/field';
import { MoneyInput } from '@/components/ui/form/money-input';
import { RelativeTime } from '@/components/ui/text/relative-time';
import { isRateOvertaken, suggestedExchange, withExchange } from '@/lib/orders/new-order/new-order-currency';
import type { ComposerStore, DraftExchange } from '@/lib/orders/new-order/new-order-draft';
import { groupedDigits, rateText } from '@/lib/shared/numbers/exchange-rate';
import { applyPricing, useNewOrder, usePricing } from './new-order-form';
import { useProblemText } from './use-problem-text';

/**
 * Field for the exchange rate of an order in a foreign currency, as the price of 1 unit of the more valuable currency.
 * The field contains the store's rate until the merchant types another one. A typed rate is never replaced
 * automatically.
 */
export function NewOrderRate({ store }: { store: ComposerStore }) {
  const t = useTranslations('newOrder.rate');
  const locale = useLocale();
  const problemText = useProblemText();
  const form = useNewOrder();
  const { pricing, currency } = usePricing(store);
  const { exchange } = pricing;
  const inverse = exchange?.inverse ?? false;
  const own = store.pricingCurrency.code;
  const [one, other] = inverse ? [currency.code, own] : [own, currency.code];
  const change = (next: DraftExchange | null) =>
    applyPricing(form, withExchange(form.getValues(), store, next));
  const isTaken = store.currencies.some(
    ({ code, areDecimalsTaken }) => code === currency.code && areDecimalsTaken,
  );
  return (
    <Field
      label={t.rich('label', {
        one: () => <Amount key="one">{`${groupedDigits('1', locale)} ${one}`}</Amount>,
      })}
      error={problemText(form.formState.errors.exchange?.text)}
      hint={
        <div className="flex flex-col items-start gap-1">
          <RateOrigin store={store} onUse={() => change(suggestedExchange(store, currency.code))} />
          {isTaken && <p>{t('taken', { code: currency.code, decimals: currency.decimals })}</p>}
        </div>
      }
    >
      {(field) => (
        <MoneyInput
          {...field}
          // An exchange rate can have a fraction. With the value 2 for `decimals`, phones show a keyboard
          // with a decimal point.
          currency={{ code: other, decimals: 2 }}
          value={exchange?.text ?? ''}
          onChange={({ target }) => change({ inverse, store: null, ...exchange, text: target.value })}
        />
      )}
    </Field>
  );
}

/**
 * Text about the origin of the exchange rate: from the store, or typed by the user. If the store has a newer rate, the
 * text reports it, and a button applies the store's rate.
 */
function RateOrigin({ store, onUse }: { store: ComposerStore; onUse: () => void }) {
  const t = useTranslations('newOrder.rate');
  const locale = useLocale();
  const { pricing, currency } = usePricing(store);
  const { exchange } = pricing;
  const now = suggestedExchange(store, currency.code);
  const useStore = <Button onClick={onUse}>{t('useStore')}</Button>;
  if (!exchange || !now) return now && useStore;
  const [one, other] = now.inverse
    ? [currency.code, store.pricingCurrency.code]
    : [store.pricingCurrency.code, currency.code];
  const storeRate = () => (
    <Amount key="rate">
      {groupedDigits('1', locale)} {one} = {groupedDigits(now.text, locale)} {other}
    </Amount>
  );
  if (isRateOvertaken(pricing, store))
    return (
      <>
        <p role="status" className="font-semibold text-warn">
          {t.rich('overtaken', { rate: storeRate })}
        </p>
        {useStore}
      </>
    );
  const stands = exchange.store !== null && exchange.text === rateText(exchange.store, exchange.inverse);
  if (!stands)
    return (
      <>
        <p>{t.rich('typed', { rate: storeRate })}</p>
        {useStore}
      </>
    );
  const at = exchange.store?.asOf;
  return (
    <p>{at ? t.rich('asStore', { at: () => <RelativeTime key="at" at={at} /> }) : t('asStoreUndated')}</p>
  );
}

/** Shows an exchange rate from left to right. This direction is also correct in Arabic text. */
function Amount({ children }: { children: ReactNode }) {
  return (
    <bdi dir="ltr" className="whitespace-nowrap">
      {children}
    </bdi>
  );
}
