/**
 * Columns of the orders index that the user can hide; the order number is always shown. Cards on a phone show all
 * columns.
 */
export const optionalColumns = ['created', 'status', 'payment', 'tags', 'source', 'total'] as const;
export type OrderColumn = (typeof optionalColumns)[number];

/**
 * Keeps the known columns, in their standard order. Stored names and names from a browser may come from another
 * version.
 */
export function knownColumns(names: readonly unknown[]): OrderColumn[] {
  return optionalColumns.filter((column) => names.includes(column));
}
