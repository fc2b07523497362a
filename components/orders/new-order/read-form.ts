import { toNestErrors } from '@hookform/resolvers';
import type { FieldError, ResolverOptions, ResolverResult } from 'react-hook-form';
import type { ComposerStore, NewOrderDraft } from '@/lib/orders/new-order/new-order-draft';
import { readDraft } from '@/lib/orders/new-order/read-draft';
import { readPhone } from '@/lib/shared/phone';
import type { OrderBody } from './use-create-order';

/** Result of readDraft in the form library's format. Error types are the problem codes. */
export function readForm(
  draft: NewOrderDraft,
  store: ComposerStore,
  options: ResolverOptions<NewOrderDraft>,
): ResolverResult<NewOrderDraft, OrderBody> {
  const reading = readDraft(draft, store, readPhone);
  if (reading.ok) return { values: reading.order, errors: {} };
  const errors: Record<string, FieldError> = {};
  // A problem with the list of lines is stored at `lines.root`, so that it does not replace an error of the first line.
  for (const { field, code } of reading.problems)
    errors[field === 'lines' ? 'lines.root' : field] ??= { type: code };
  return { values: {}, errors: toNestErrors<NewOrderDraft>(errors, options) };
}
