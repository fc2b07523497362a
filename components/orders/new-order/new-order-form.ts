'use client';

import type { RefObject } from 'react';
import { type UseFormReturn, useForm, useFormContext, useWatch } from 'react-hook-form';
import {
  type ComposerStore,
  type NewOrderDraft,
  orderCurrency,
} from '@/lib/orders/new-order/new-order-draft';
import type { OrderBody } from './use-create-order';

/**
 * Loads the function that parses phone numbers when the user types a number. The function includes 40 kB of
 * telephone metadata, which the first paint does not need.
 */
export const loadPhoneReader = () => import('@/lib/shared/phone').then((phone) => phone.readPhone);

export type NewOrderForm = UseFormReturn<NewOrderDraft, unknown, OrderBody>;

/**
 * Returns the React Hook Form of a new order. readDraft validates the values with the current store data. The `type` of
 * each field error is a problem code of readDraft.
 */
export function useNewOrderForm(store: RefObject<ComposerStore>, initial: NewOrderDraft): NewOrderForm {
  return useForm<NewOrderDraft, unknown, OrderBody>({
    defaultValues: initial,
    shouldFocusError: false,
    // The code that validates the form includes the telephone metadata. It is loaded at the first validation,
    // because the first paint does not need it.
    resolver: async (draft, _, options) =>
      (await import('./read-form')).readForm(draft, store.current, options),
  });
}

/** Returns the new order form from the React context, for the fields inside the form. */
export function useNewOrder(): NewOrderForm {
  return useFormContext<NewOrderDraft, unknown, OrderBody>();
}

/** Returns the currency and the exchange rate that the form has now. */
export function usePricing(store: ComposerStore) {
  const { control } = useNewOrder();
  const [chosen, exchange] = useWatch({ control, name: ['currency', 'exchange'] });
  const pricing = { currency: chosen, exchange };
  return { pricing, currency: orderCurrency(pricing, store) };
}

/**
 * Writes another currency or exchange rate into the form. The prices change accordingly, and so do the marks of the
 * amounts that the user has to check.
 */
export function applyPricing(form: NewOrderForm, next: NewOrderDraft): void {
  form.setValue('currency', next.currency, { shouldDirty: true });
  form.setValue('exchange', next.exchange, { shouldDirty: true });
  next.lines.forEach(({ price, agreedIn }, index) => {
    form.setValue(`lines.${index}.price`, price);
    form.setValue(`lines.${index}.agreedIn`, agreedIn);
  });
  form.setValue('discount.agreedIn', next.discount.agreedIn);
  form.setValue('feeIn', next.feeIn);
  if (form.formState.isSubmitted) void form.trigger();
}
