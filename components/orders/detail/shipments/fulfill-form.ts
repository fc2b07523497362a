'use client';

import { toNestErrors } from '@hookform/resolvers';
import { type FieldError, type UseFormReturn, useForm, useFormContext } from 'react-hook-form';
import {
  type FulfillableOrder,
  type FulfillDraft,
  type NewFulfillment,
  readFulfillDraft,
  wholeRest,
} from '@/lib/orders/order/fulfillment/fulfill-draft';

export type FulfillForm = UseFormReturn<FulfillDraft, unknown, NewFulfillment>;

/** The form of a new shipment: judged by readFulfillDraft, error types are its problem codes. */
export function useFulfillForm(order: FulfillableOrder): FulfillForm {
  return useForm<FulfillDraft, unknown, NewFulfillment>({
    defaultValues: wholeRest(order),
    resolver: (draft, _, options) => {
      const reading = readFulfillDraft(draft, order);
      if (reading.ok) return { values: reading.fulfillment, errors: {} };
      const errors: Record<string, FieldError> = {};
      // Of the lines as a whole, so that it does not take the place of the first one's own.
      for (const { field, code } of reading.problems)
        errors[field === 'lines' ? 'root' : field] ??= { type: code };
      return { values: {}, errors: toNestErrors<FulfillDraft>(errors, options) };
    },
  });
}

/** The form, in its parts. */
export function useFulfill(): FulfillForm {
  return useFormContext<FulfillDraft, unknown, NewFulfillment>();
}
