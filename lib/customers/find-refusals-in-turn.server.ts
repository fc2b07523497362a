import 'server-only';
import { findRefusals } from '@/lib/customers/find-refusals.server';
import type { RefusalHint } from '@/lib/shared/orders/refusal-hint';
import { createFairShares, ShareTimeout } from '@/lib/system/fair-shares';

/** Limits each install to one check at a time in this process (S13). A page can be opened without a limit. */
const oneCheck = createFairShares({ share: 1, waitMs: 10_000, waitersMax: 20 });

/**
 * Checks the orders of a page with findRefusals, one page of an install after another. Returns `busy` if too many
 * earlier checks of the install wait, or if they take too long.
 */
export async function findRefusalsInTurn(
  context: Parameters<typeof findRefusals>[0],
  orderIds: readonly string[],
): Promise<RefusalHint | null | 'busy'> {
  try {
    return await oneCheck.run(context.installId, () => findRefusals(context, orderIds));
  } catch (error) {
    if (error instanceof ShareTimeout) return 'busy';
    throw error;
  }
}
