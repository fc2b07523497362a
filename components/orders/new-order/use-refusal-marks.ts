'use client';

import { useTranslations } from 'next-intl';
import type { CreateOrderOutcome } from '@/lib/orders/new-order/create-order';
import type { NewOrderForm } from './new-order-form';

/**
 * Sets each part of a refusal as an error of its form field. A stock error also stores the available quantity on the
 * line.
 */
export function useRefusalMarks(form: NewOrderForm) {
  const t = useTranslations('newOrder');
  return async (outcome: Extract<CreateOrderOutcome, { code: 'refused' | 'invalid' }>): Promise<void> => {
    const { refusalProblems } = await import('./refusal-problems');
    for (const problem of refusalProblems(outcome)) {
      if (problem.key === 'stock') {
        const line = problem.field.replace(/quantity$/, '') as `lines.${number}.`;
        form.setValue(`${line}availableQuantity`, problem.available);
        form.setError(problem.field, { type: 'refused', message: t('problem.stock', problem) });
        continue;
      }
      const isGone = problem.key === 'notFound' || problem.key === 'unavailable';
      form.setError(problem.field, {
        type: isGone ? 'gone' : 'refused',
        message: t(`refusedField.${problem.key}`),
      });
    }
  };
}
