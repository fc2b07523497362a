'use client';

import type { RefObject } from 'react';
import { type UseFormReturn, useForm, useFormContext, useWatch } from 'react-hook-form';
import {
  type ComposerStore,
  type NewOrderDraft,
  orderCurrency,
} from '@/lib/orders/new-order/new-order-draft';
import type { OrderBody } from './use-create-order';

/** Lazy-loaded when a number is typed: 40 kB of telephone metadata that the first paint does not need. */
export const loadPhoneReader = () => import('@/lib/shared/phone').then((phone) => phone.readPhone);

export type NewOrderForm = UseFormReturn<NewOrderDraft, unknown, OrderBody>;

/**
 * The form of a new order. readDraft validates it against the current store data, and the error types are its problem
 * codes.
 */
export function useNewOrderForm(store: RefObject<ComposerStore>, initial: NewOrderDraft): NewOrderForm {
  return useForm<NewOrderDraft, unknown, OrderBody>({
    defaultValues: initial,
    shouldFocusError: false,
    // Lazy-loaded at the first validation, together with the telephone metadata, because the first paint does not need
    // it.
    resolver: async (draft, _, options) =>
      (await import('./read-form')).readForm(draft, store.current, options),
  });
}

/** Returns the form from the context, for its parts. */
export function useNewOrder(): NewOrderForm {
  return useFormContext<NewOrderDraft, unknown, OrderBody>();
}

/** The current currency and rate of the order. */
export function usePricing(store: ComposerStore) {
  const { control } = useNewOrder();
  const [chosen, exchange] = useWatch({ control, name: ['currency', 'exchange'] });
  const pricing = { currency: chosen, exchange };
  return { pricing, currency: orderCurrency(pricing, store) };
}

/**
 * Writes another currency or rate into the form, with the dependent values: prices, and amounts that must be checked.
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
