import type { ResolverOptions, ResolverResult } from 'react-hook-form';
import { resolveReading } from '@/components/ui/form/resolve-reading';
import type { ComposerStore, NewOrderDraft } from '@/lib/orders/new-order/new-order-draft';
import { readDraft } from '@/lib/orders/new-order/read-draft';
import { readPhone } from '@/lib/shared/phone';
import type { OrderBody } from './use-create-order';

/** Validates the new order form and returns the order or the errors. This module is loaded at the first validation. */
export function readForm(
  draft: NewOrderDraft,
  store: ComposerStore,
  options: ResolverOptions<NewOrderDraft>,
): ResolverResult<NewOrderDraft, OrderBody> {
  return resolveReading(readDraft(draft, store, readPhone), options);
}
