import type { ProductView } from '@/lib/catalogue/product-queries';
import type { MovementRow } from '@/lib/inventory/movement-queries';

/**
 * True if a stock movement happened after the app read the product. The stock of the variant is then older than the
 * newest row of its ledger, because a movement is stored from its event, and the product is read a few seconds later.
 *
 * The time of the read comes from the clock of the app, and the other times come from the platform. If the two clocks
 * differ, the date of the product's last change shows that the read includes the movement (A24).
 */
export function isStockOutdated(
  { readAt, updatedAt }: Pick<ProductView, 'readAt' | 'updatedAt'>,
  newest: Pick<MovementRow, 'occurredAt'> | undefined,
): boolean {
  if (!newest) return false;
  const moved = Date.parse(newest.occurredAt);
  return moved > Date.parse(readAt) && (updatedAt === null || moved > Date.parse(updatedAt));
}
