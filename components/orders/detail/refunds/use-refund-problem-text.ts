'use client';

import { useTranslations } from 'next-intl';
import { problemCode } from '@/components/ui/form/problem-code';
import type { RefundProblemCode } from '@/lib/orders/order/refund/refund-draft';

/** Returns a function that translates an error of the refund form (a problem code of readRefundDraft) into text. */
export function useRefundProblemText(): (error: { type?: unknown } | undefined) => string | undefined {
  const t = useTranslations('refund.problem');
  return (error) => error && t(problemCode<RefundProblemCode>(error));
}
