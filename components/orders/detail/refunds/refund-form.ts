'use client';

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

/** Form of a refund. readRefundDraft validates it; error types are the problem codes of readRefundDraft. */
export function useRefundForm(order: RefundableOrder): RefundForm {
  return useForm<RefundDraft, unknown, NewRefund>({
    defaultValues: emptyRefund(order),
    resolver: (draft, _, options) => resolveReading(readRefundDraft(draft, order), options),
  });
}

/** The refund form from the form context, for the components inside it. */
export function useRefund(): RefundForm {
  return useFormContext<RefundDraft, unknown, NewRefund>();
}
