import type { StockView } from '@/lib/catalogue/product-view';

/**
 * Converts a stored quantity to the stock that a screen shows. If `seesStock` is false, the app may not read
 * stock, so the stock is hidden. If the quantity is null or undefined, the platform sent none (PRO-4), so the
 * stock is unknown and not zero.
 */
export function stockOf(quantity: number | null | undefined, seesStock: boolean): StockView {
  if (!seesStock) return { code: 'hidden' };
  return quantity === null || quantity === undefined ? { code: 'unknown' } : { code: 'known', quantity };
}
