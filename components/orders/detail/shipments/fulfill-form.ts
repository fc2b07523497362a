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

/** The form of a new shipment. readFulfillDraft validates it, and the error types are its problem codes. */
export function useFulfillForm(order: FulfillableOrder): FulfillForm {
  return useForm<FulfillDraft, unknown, NewFulfillment>({
    defaultValues: wholeRest(order),
    resolver: (draft, _, options) => resolveReading(readFulfillDraft(draft, order), options),
  });
}

/** Returns the form from the context, for its parts. */
export function useFulfill(): FulfillForm {
  return useFormContext<FulfillDraft, unknown, NewFulfillment>();
}
