import type { StockView } from '@/lib/catalogue/product-view';

/**
 * Converts a stored quantity to the stock that a screen shows. The quantity is hidden if the app may no longer read
 * stock. Null means that the platform sent no quantity (PRO-4); it is shown as unknown, never as zero.
 */
export function stockOf(quantity: number | null | undefined, seesStock: boolean): StockView {
  if (!seesStock) return { code: 'hidden' };
  return quantity === null || quantity === undefined ? { code: 'unknown' } : { code: 'known', quantity };
}
