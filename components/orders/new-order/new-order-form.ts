'use client';

import type { RefObject } from 'react';
import { type UseFormReturn, useForm, useFormContext, useWatch } from 'react-hook-form';
import {
  type ComposerStore,
  type NewOrderDraft,
  orderCurrency,
} from '@/lib/orders/new-order/new-order-draft';
import type { OrderBody } from './use-create-order';

/** Loaded when a number is typed: 40 kB of telephone numbering that the first paint does without. */
export const loadPhoneReader = () => import('@/lib/shared/phone').then((phone) => phone.readPhone);

export type NewOrderForm = UseFormReturn<NewOrderDraft, unknown, OrderBody>;

/** The form of a new order: judged by readDraft for the store as it is then, error types are its problem codes. */
export function useNewOrderForm(store: RefObject<ComposerStore>, initial: NewOrderDraft): NewOrderForm {
  return useForm<NewOrderDraft, unknown, OrderBody>({
    defaultValues: initial,
    shouldFocusError: false,
    // Fetched when it is first asked, with the telephone numbering: the first paint does without.
    resolver: async (draft, _, options) =>
      (await import('./read-form')).readForm(draft, store.current, options),
  });
}

/** The form, in its parts. */
export function useNewOrder(): NewOrderForm {
  return useFormContext<NewOrderDraft, unknown, OrderBody>();
}

/** The order's currency and rate, as they change. */
export function usePricing(store: ComposerStore) {
  const { control } = useNewOrder();
  const [chosen, exchange] = useWatch({ control, name: ['currency', 'exchange'] });
  const pricing = { currency: chosen, exchange };
  return { pricing, currency: orderCurrency(pricing, store) };
}

/** Puts another currency or rate into the form, and what follows from it: prices, and what is to be checked. */
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
