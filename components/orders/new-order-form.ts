'use client';

import { toNestErrors } from '@hookform/resolvers';
import { type FieldError, type UseFormReturn, useForm, useFormContext } from 'react-hook-form';
import { type ComposerStore, emptyDraft, type NewOrderDraft, readDraft } from '@/lib/orders/new-order-draft';
import type { OrderBody } from './use-create-order';

/** Loaded when a number is typed: 40 kB of telephone numbering that the first paint does without. */
export const loadPhoneReader = () => import('@/lib/shared/phone').then((phone) => phone.readPhone);

export type NewOrderForm = UseFormReturn<NewOrderDraft, unknown, OrderBody>;

/** The form of a new order: judged by readDraft, error types are its problem codes. */
export function useNewOrderForm(store: ComposerStore): NewOrderForm {
  return useForm<NewOrderDraft, unknown, OrderBody>({
    defaultValues: emptyDraft(store),
    shouldFocusError: false,
    resolver: async (draft, _, options) => {
      const reading = readDraft(draft, store, await loadPhoneReader());
      if (reading.ok) return { values: reading.order, errors: {} };
      const errors: Record<string, FieldError> = {};
      for (const { field, code } of reading.problems) errors[field] ??= { type: code };
      return { values: {}, errors: toNestErrors<NewOrderDraft>(errors, options) };
    },
  });
}

/** The form, in its parts. */
export function useNewOrder(): NewOrderForm {
  return useFormContext<NewOrderDraft, unknown, OrderBody>();
}
