/**
 * Returns `key` if the table has this key, else null. It is for sets of values that the platform may extend (platform:
 * Versioning; U16).
 */
export function knownKey<Table extends object>(
  table: Table,
  key: string | null,
): (keyof Table & string) | null {
  return key !== null && Object.hasOwn(table, key) ? (key as keyof Table & string) : null;
}
