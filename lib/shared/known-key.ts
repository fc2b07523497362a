/**
 * Returns `key` if the table has it; null if it does not. Use this function for values of the platform that the app may
 * not support (platform: Versioning; U16).
 */
export function knownKey<Table extends object>(
  table: Table,
  key: string | null,
): (keyof Table & string) | null {
  return key !== null && Object.hasOwn(table, key) ? (key as keyof Table & string) : null;
}
