'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { FieldError } from 'react-hook-form';
import { Card } from '@/components/ui/card';
import { Field } from '@/components/ui/form/field';
import { Select } from '@/components/ui/form/select';
import { useLazy } from '@/components/ui/overlay/use-lazy';
import type { ComposerStore } from '@/lib/orders/new-order/new-order-draft';
import { knownKey } from '@/lib/shared/known-key';
import { applyPricing, useNewOrder, usePricing } from './new-order-form';
import { useProblemText } from './use-problem-text';

const loadRate = () => import('./new-order-rate').then(({ NewOrderRate }) => NewOrderRate);

const names = {
  SYP: true,
  USD: true,
  EUR: true,
  AED: true,
  TRY: true,
  LBP: true,
  JOD: true,
  KWD: true,
  SAR: true,
  IQD: true,
  EGP: true,
};

/**
 * Choice of the order's currency. Nothing is shown if the store has only one currency and the order is in
 * that currency.
 */
export function NewOrderCurrency({ store }: { store: ComposerStore }) {
  const t = useTranslations('newOrder.currency');
  const problemText = useProblemText();
  const form = useNewOrder();
  const { currency } = usePricing(store);
  const [isRateOff, setRateOff] = useState(false);
  const isForeign = currency.code !== store.pricingCurrency.code;
  const renderRate = useLazy(loadRate, isForeign && !isRateOff, () => setRateOff(true));
  const isKnown = store.currencies.some(({ code }) => code === currency.code);
  if (store.currencies.length < 2 && isKnown && !isForeign) return null;

  const isOff = ({ code, rate }: ComposerStore['currencies'][number]) =>
    code !== store.pricingCurrency.code && rate === null;
  const nameOf = (code: string) => {
    const known = knownKey(names, code);
    return known ? t('option', { name: t(`names.${known}`), code }) : code;
  };
  const choose = async (code: string) => {
    const { withCurrency } = await import('@/lib/orders/new-order/new-order-currency');
    form.clearErrors('currency');
    setRateOff(false);
    applyPricing(form, withCurrency(form.getValues(), store, code));
  };
  // In the form, `currency` is a group of values. The select for the currency is the only control of the
  // group, so it shows the errors of the whole group.
  const error = form.formState.errors.currency as FieldError | undefined;
  return (
    <Card title={t('title')}>
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <Field
          label={t('label')}
          error={problemText(error)}
          hint={store.currencies.filter(isOff).map(({ code }) => <p key={code}>{t('off', { code })}</p>)}
        >
          {(field) => (
            <Select {...field} value={currency.code} onChange={({ target }) => void choose(target.value)}>
              {!isKnown && (
                <option value={currency.code} disabled>
                  {nameOf(currency.code)}
                </option>
              )}
              {store.currencies.map((one) => (
                <option key={one.code} value={one.code} disabled={isOff(one)}>
                  {nameOf(one.code)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {isForeign && renderRate?.({ store })}
      </div>
    </Card>
  );
}
