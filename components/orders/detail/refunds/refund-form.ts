'use client';

import { toNestErrors } from '@hookform/resolvers';
import { type FieldError, type UseFormReturn, useForm, useFormContext } from 'react-hook-form';
import {
  emptyRefund,
  type NewRefund,
  type RefundDraft,
  type RefundProblemCode,
  readRefundDraft,
} from '@/lib/orders/order/refund/refund-draft';
import type { RefundableOrder } from '@/lib/orders/order/refund/refund-limit';

export type RefundForm = UseFormReturn<RefundDraft, unknown, NewRefund>;

/** The form of a refund: judged by readRefundDraft, error types are its problem codes. */
export function useRefundForm(order: RefundableOrder): RefundForm {
  return useForm<RefundDraft, unknown, NewRefund>({
    defaultValues: emptyRefund(order),
    resolver: (draft, _, options) => {
      const reading = readRefundDraft(draft, order);
      if (reading.ok) return { values: reading.refund, errors: {} };
      const errors: Record<string, FieldError> = {};
      for (const { field, code } of reading.problems) errors[field] ??= { type: code };
      return { values: {}, errors: toNestErrors<RefundDraft>(errors, options) };
    },
  });
}

/** The form, in its parts. */
export function useRefund(): RefundForm {
  return useFormContext<RefundDraft, unknown, NewRefund>();
}

/** The problem of a field; its types are only ever those of readRefundDraft. */
export function refundProblem(error: { type?: unknown } | undefined): RefundProblemCode | null {
  return error ? (error.type as RefundProblemCode) : null;
}
