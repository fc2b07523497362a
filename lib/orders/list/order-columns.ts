/**
 * Columns of the orders list that the user can hide. The order number is always shown. The cards on a phone show all
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
 * Returns the columns with the given names, in the standard sequence. Unknown names are left out, because a name that
 * was stored or that a browser sent may come from another version of the app.
 */
export function knownColumns(names: readonly unknown[]): OrderColumn[] {
  return optionalColumns.filter((column) => names.includes(column));
}
