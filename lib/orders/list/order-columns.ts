/** Columns of the index that can be taken away; the order itself always stands. Cards on a phone have them all. */
export const optionalColumns = ['created', 'status', 'payment', 'tags', 'source', 'total'] as const;
export type OrderColumn = (typeof optionalColumns)[number];

/** Those of the columns that there are, in their order: what comes from a store or a browser may be older. */
export function knownColumns(names: readonly unknown[]): OrderColumn[] {
  return optionalColumns.filter((column) => names.includes(column));
}
