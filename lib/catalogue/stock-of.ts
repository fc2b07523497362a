import type { StockView } from '@/lib/catalogue/product-view';

/**
 * Stock to show. A stored quantity is hidden after the permission is lost. null means that the platform sent no
 * quantity (PRO-4), never zero.
 */
export function stockOf(quantity: number | null | undefined, seesStock: boolean): StockView {
  if (!seesStock) return { code: 'hidden' };
  return quantity === null || quantity === undefined ? { code: 'unknown' } : { code: 'known', quantity };
}
