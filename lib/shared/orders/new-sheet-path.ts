import { installPath } from '@/lib/shared/install-path';

/** Returns the path of the form for a new delivery sheet of the given orders (at most printedOrdersMax). */
export function newSheetPath(installId: string, orderIds: readonly string[]): string {
  return installPath(installId, `/deliveries/new?${new URLSearchParams({ ids: orderIds.join(',') })}`);
}
