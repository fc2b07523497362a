import type { QuoteView } from '@/lib/quotes/quote-view';

/** Name and value of the query parameter with which the form of a quote opens with quantities that fit the stock. */
export const fitStock = { name: 'fit', value: 'stock' };

/** Change of one line of a quote that makes its order possible. If `to` is 0, the line is left out. */
export type StockFix = { index: number; variantId: string; from: number; to: number };

/**
 * Returns the changes with which an accepted quote fits the stock. Returns an empty list if it is not certain which
 * changes help. There are three cases: the order was refused for another reason, nothing would be left, or two lines
 * share the stock of one variant. Pure function.
 */
export function stockFixes({ problem, content }: Pick<QuoteView, 'problem' | 'content'>): StockFix[] {
  if (problem?.reason !== 'insufficient_stock' || !content) return [];
  const { items } = content.order;
  const fixes = problem.lines.map(({ index, requested, available }) => {
    const item = items[index];
    const variantId = item && 'variant_id' in item ? item.variant_id : null;
    const isCertain = variantId && item?.quantity === requested && available >= 0 && available < requested;
    return isCertain ? { index, variantId, from: requested, to: available } : null;
  });
  const certain = fixes.filter((fix) => fix !== null);
  const isOneLineEach = new Set(certain.map(({ variantId }) => variantId)).size === fixes.length;
  const gone = certain.filter(({ to }) => to === 0).length;
  return isOneLineEach && gone < items.length ? certain : [];
}

/** The fields of a draft's line that withStockFixes needs. `quantity` is the text that the user typed. */
type DraftLine = { variantId: string | null; quantity: string };

/**
 * Applies the changes that make a quote fit the stock, and returns the changed draft. A line keeps the user's values if
 * the user has changed it since the quote was sent. Pure function.
 */
export function withStockFixes<Line extends DraftLine, Draft extends { lines: Line[] }>(
  draft: Draft,
  fixes: readonly StockFix[],
): Draft {
  const lines = draft.lines.flatMap((line, index): Line[] => {
    const fix = fixes.find((one) => one.index === index && one.variantId === line.variantId);
    if (!fix || Number(line.quantity) !== fix.from) return [line];
    return fix.to === 0 ? [] : [{ ...line, quantity: String(fix.to) }];
  });
  return lines.length > 0 ? { ...draft, lines } : draft;
}
