import type { StockView } from '@/lib/catalogue/product-view';

/**
 * Stock as it may be shown. What was read once is hidden when the permission is gone; null is what the platform did not
 * tell (PRO-4), never zero.
 */
export function stockOf(quantity: number | null | undefined, seesStock: boolean): StockView {
  if (!seesStock) return { code: 'hidden' };
  return quantity === null || quantity === undefined ? { code: 'unknown' } : { code: 'known', quantity };
}
