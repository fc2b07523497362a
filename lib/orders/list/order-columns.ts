/**
 * Columns of the orders list that the user can hide; the order number is always shown. Cards on a phone show all
 * columns.
 */
export const optionalColumns = [
  'customer',
  'items',
  'created',
  'status',
  'payment',
  'tags',
  'source',
  'total',
] as const;
export type OrderColumn = (typeof optionalColumns)[number];

/**
 * Returns the known columns among these names, in the standard sequence. Unknown names are removed, because a stored
 * name or a name from a browser may come from another version of the app.
 */
export function knownColumns(names: readonly unknown[]): OrderColumn[] {
  return optionalColumns.filter((column) => names.includes(column));
}
