'use client';

import { useTranslations } from 'next-intl';
import type { FieldError } from 'react-hook-form';
import type { DraftProblemCode } from '@/lib/orders/new-order/new-order-draft';

/** What is said at a field: the platform's refusal as it was worded for it, or the words for readDraft's code. */
export function useProblemText(): (error: FieldError | undefined) => string | undefined {
  const t = useTranslations('newOrder.problem');
  return (error) => error && (error.message || t(error.type as DraftProblemCode));
}
