import { toNestErrors } from '@hookform/resolvers';
import type { FieldError, ResolverOptions, ResolverResult } from 'react-hook-form';
import type { ComposerStore, NewOrderDraft } from '@/lib/orders/new-order/new-order-draft';
import { readDraft } from '@/lib/orders/new-order/read-draft';
import { readPhone } from '@/lib/shared/phone';
import type { OrderBody } from './use-create-order';

/** What readDraft says of the form, as the form takes it: error types are its problem codes. */
export function readForm(
  draft: NewOrderDraft,
  store: ComposerStore,
  options: ResolverOptions<NewOrderDraft>,
): ResolverResult<NewOrderDraft, OrderBody> {
  const reading = readDraft(draft, store, readPhone);
  if (reading.ok) return { values: reading.order, errors: {} };
  const errors: Record<string, FieldError> = {};
  // Of the lines as a whole, so that it does not take the place of the first one's own.
  for (const { field, code } of reading.problems)
    errors[field === 'lines' ? 'lines.root' : field] ??= { type: code };
  return { values: {}, errors: toNestErrors<NewOrderDraft>(errors, options) };
}
