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

/** Form of a refund. readRefundDraft validates it; error types are the problem codes of readRefundDraft. */
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

/** The refund form from the form context, for the components inside it. */
export function useRefund(): RefundForm {
  return useFormContext<RefundDraft, unknown, NewRefund>();
}

/** Problem code of a field error, or null. The error types are always codes of readRefundDraft. */
export function refundProblem(error: { type?: unknown } | undefined): RefundProblemCode | null {
  return error ? (error.type as RefundProblemCode) : null;
}
