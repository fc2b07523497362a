import { foldText } from '@/lib/shared/fold-text';

/** Maximum number of characters of a cell that is compared. No number and no label of a sheet is longer. */
const cellLengthMax = 200;

/**
 * Returns true if a cell is short enough to be compared, before and after folding (foldText). Folding normalizes the
 * text by NFKC, which replaces the character U+FDFA by 18 characters. A cell of 590,000 such characters would become
 * 10,600,000 characters and would block the process. The 10 characters in the sum are for a cell with only a currency
 * sign: "﷼" becomes four characters.
 */
export function isComparable(cell: string): boolean {
  if (cell.length > cellLengthMax) return false;
  return cell.normalize('NFKC').length <= 2 * cell.length + 10;
}

/** Folds (simplifies) a cell of a sheet for a comparison. Returns an empty text if the cell is too long. */
export function foldCell(cell: string): string {
  return isComparable(cell) ? foldText(cell) : '';
}
