'use client';

import { type UseFormReturn, useForm, useFormContext } from 'react-hook-form';
import { resolveReading } from '@/components/ui/form/resolve-reading';
import {
  type FulfillableOrder,
  type FulfillDraft,
  type NewFulfillment,
  readFulfillDraft,
  wholeRest,
} from '@/lib/orders/order/fulfillment/fulfill-draft';

export type FulfillForm = UseFormReturn<FulfillDraft, unknown, NewFulfillment>;

/**
 * Returns the React Hook Form for a new fulfillment. readFulfillDraft validates the values. The `type` of each field
 * error is a problem code of readFulfillDraft.
 */
export function useFulfillForm(order: FulfillableOrder): FulfillForm {
  return useForm<FulfillDraft, unknown, NewFulfillment>({
    defaultValues: wholeRest(order),
    resolver: (draft, _, options) => resolveReading(readFulfillDraft(draft, order), options),
  });
}

/** Returns the fulfillment form from the React context, for the fields inside the form. */
export function useFulfill(): FulfillForm {
  return useFormContext<FulfillDraft, unknown, NewFulfillment>();
}
