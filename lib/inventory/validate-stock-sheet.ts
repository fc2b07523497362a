import type { StockEntry, StockSheetRow } from '@/lib/inventory/stock-sheet';

/** A variant that a line of the stock sheet may mean. */
export type SheetVariant = {
  variantId: string;
  name: string | null;
  sku: string | null;
  stock: StockSheetRow['before'];
};

/**
 * Finds the variant of each line of a stock sheet. If several lines have the same variant, their changes are added up
 * from top to bottom.
 */
export function validateStockSheet(
  entries: readonly StockEntry[],
  variantsOf: (code: string) => readonly SheetVariant[],
): StockSheetRow[] {
  const linesOf = new Map<string, number[]>();
  const added = new Map<string, number>();
  const rows = entries.map((entry): StockSheetRow => {
    const [variant, ...others] = variantsOf(entry.code);
    const unmatched = { variantId: null, name: null, sku: null, ...noStock, alsoOn: [] };
    if (!variant || others.length > 0)
      return { ...entry, ...unmatched, verdict: variant ? 'several' : 'unknown' };
    const { variantId, name, sku, stock } = variant;
    linesOf.set(variantId, [...(linesOf.get(variantId) ?? []), entry.line]);
    const sum = added.get(variantId) ?? 0;
    added.set(variantId, sum + entry.delta);
    const [before, after] = [moved(stock, sum), moved(stock, sum + entry.delta)];
    return { ...entry, verdict: 'ok', variantId, name, sku, before, after, alsoOn: [] };
  });
  return rows.map((row) => ({
    ...row,
    alsoOn: (linesOf.get(row.variantId ?? '') ?? []).filter((line) => line !== row.line),
  }));
}

const noStock = { before: { code: 'unknown' }, after: { code: 'unknown' } } as const;

const moved = (stock: StockSheetRow['before'], delta: number): StockSheetRow['before'] =>
  stock.code === 'known' ? { code: 'known', quantity: stock.quantity + delta } : stock;
