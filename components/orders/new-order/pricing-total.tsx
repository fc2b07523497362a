'use client';

import { useFormContext, useWatch } from 'react-hook-form';
import { MoneyText } from '@/components/ui/text/money-text';
import { pricingTotalMinor } from '@/lib/orders/new-order/new-order-currency';
import type { ComposerStore, NewOrderDraft } from '@/lib/orders/new-order/new-order-draft';

/**
 * Total of an order in a foreign currency, converted to the store's own currency with the exchange rate in the form.
 */
export function PricingTotal({ store }: { store: ComposerStore }) {
  const { control, getValues } = useFormContext<NewOrderDraft>();
  useWatch({ control });
  const amountMinor = pricingTotalMinor(getValues(), store);
  if (amountMinor === null) return '—';
  const { code, decimals } = store.pricingCurrency;
  return <MoneyText money={{ amount_minor: amountMinor, currency: code, decimals }} />;
}
