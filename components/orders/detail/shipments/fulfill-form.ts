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

/** The form of a new shipment. readFulfillDraft validates it, and the error types are its problem codes. */
export function useFulfillForm(order: FulfillableOrder): FulfillForm {
  return useForm<FulfillDraft, unknown, NewFulfillment>({
    defaultValues: wholeRest(order),
    resolver: (draft, _, options) => {
      const reading = readFulfillDraft(draft, order);
      if (reading.ok) return { values: reading.fulfillment, errors: {} };
      const errors: Record<string, FieldError> = {};
      // A problem of all lines is stored as the root error, so that it does not replace the error of the first line.
      for (const { field, code } of reading.problems)
        errors[field === 'lines' ? 'root' : field] ??= { type: code };
      return { values: {}, errors: toNestErrors<FulfillDraft>(errors, options) };
    },
  });
}

/** Returns the form from the context, for its parts. */
export function useFulfill(): FulfillForm {
  return useFormContext<FulfillDraft, unknown, NewFulfillment>();
}
