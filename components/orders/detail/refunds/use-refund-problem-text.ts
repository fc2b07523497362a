'use client';

import { useTranslations } from 'next-intl';
import { problemCode } from '@/components/ui/form/problem-code';
import type { RefundProblemCode } from '@/lib/orders/order/refund/refund-draft';

/** Returns the text for a problem of readRefundDraft, at a field or under the sum. */
export function useRefundProblemText(): (error: { type?: unknown } | undefined) => string | undefined {
  const t = useTranslations('refund.problem');
  return (error) => error && t(problemCode<RefundProblemCode>(error));
}
