import type { CreateOrderBody } from 'commerce-platform-client/contract/orders';

/**
 * How a quote shows its delivery fee.
 *
 * - `none`: nothing is delivered.
 * - `open`: the fee is agreed later.
 * - `free`: delivery costs nothing.
 * - `charged`: the total contains a fee.
 */
export type FeeKind = 'none' | 'open' | 'free' | 'charged';

export function feeKindOf({
  order: { shipping },
  isFeeOpen,
}: {
  order: Pick<CreateOrderBody, 'shipping'>;
  isFeeOpen: boolean;
}): FeeKind {
  if (shipping.amount_minor > 0) return 'charged';
  if (shipping.method === 'pickup') return 'none';
  return isFeeOpen ? 'open' : 'free';
}
