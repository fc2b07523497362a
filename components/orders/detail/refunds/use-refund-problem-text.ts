'use client';

import { useTranslations } from 'next-intl';
import type { RefundProblemCode } from '@/lib/orders/order/refund/refund-draft';

/** Returns the text for a problem of readRefundDraft, at a field or under the sum. */
export function useRefundProblemText(): (code: RefundProblemCode | null) => string | undefined {
  const t = useTranslations('refund.problem');
  return (code) => (code === null ? undefined : t(code));
}
