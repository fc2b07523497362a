'use client';

import { useEffect } from 'react';
import { type UseFormReturn, useForm, useFormContext } from 'react-hook-form';
import { resolveReading } from '@/components/ui/form/resolve-reading';
import {
  emptyRefund,
  type NewRefund,
  type RefundDraft,
  readRefundDraft,
} from '@/lib/orders/order/refund/refund-draft';
import type { RefundableOrder } from '@/lib/orders/order/refund/refund-limit';

export type RefundForm = UseFormReturn<RefundDraft, unknown, NewRefund>;

/**
 * Returns the React Hook Form for a refund. readRefundDraft validates the values. The `type` of each field error is a
 * problem code of readRefundDraft. After the first submit, each change validates the whole form again. The reason is
 * that the fields share one maximum, so a change of one field can remove the error of another field.
 */
export function useRefundForm(order: RefundableOrder): RefundForm {
  const form = useForm<RefundDraft, unknown, NewRefund>({
    defaultValues: emptyRefund(order),
    resolver: (draft, _, options) => resolveReading(readRefundDraft(draft, order), options),
  });
  const { subscribe, trigger } = form;
  const { isSubmitted } = form.formState;
  useEffect(() => {
    if (!isSubmitted) return;
    return subscribe({ formState: { values: true }, callback: () => void trigger() });
  }, [isSubmitted, subscribe, trigger]);
  return form;
}

/** Returns the refund form from the React context, for the fields inside the form. */
export function useRefund(): RefundForm {
  return useFormContext<RefundDraft, unknown, NewRefund>();
}
