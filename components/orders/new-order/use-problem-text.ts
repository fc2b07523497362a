'use client';

import { useTranslations } from 'next-intl';
import type { FieldError } from 'react-hook-form';
import { problemCode } from '@/components/ui/form/problem-code';
import type { DraftProblemCode } from '@/lib/orders/new-order/new-order-draft';
import type { ProvinceKind } from '@/lib/shared/orders/province-kind';

/**
 * Returns a function that gives the text of a field error. The error is a refusal of the platform or a problem code of
 * readDraft. The messages of a missing province contain `kind`, because each country has its own name for its areas.
 */
export function useProblemText(
  kind: ProvinceKind = 'province',
): (error: FieldError | undefined) => string | undefined {
  const t = useTranslations('newOrder.problem');
  return (error) => error && (error.message || t(problemCode<DraftProblemCode>(error), { kind }));
}
