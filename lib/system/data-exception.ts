/**
 * Whether PostgreSQL refused a value, so that the same statement can never succeed. This is so if the SQLSTATE of the
 * error has class 22 (data exception) or class 54 (a limit of the database, such as the size of an index entry).
 * `error` may come from pg or from Prisma.
 */
export function isDataException(error: unknown): boolean {
  return /^(?:22|54)[\dA-Z]{3}$/.test(sqlStateOf(error) ?? '');
}

/**
 * Whether PostgreSQL ended the transaction to resolve a deadlock. The same transaction can succeed when it runs again.
 */
export function isDeadlock(error: unknown): boolean {
  return sqlStateOf(error) === '40P01';
}

/**
 * Returns the five characters of the SQLSTATE of a database error; undefined if the error has none. In errors of
 * Prisma, the driver's error is the cause.
 */
export function sqlStateOf(error: unknown): string | undefined {
  const code = field(error, 'originalCode') ?? field(error, 'code');
  if (typeof code === 'string' && code.length === 5 && field(error, 'clientVersion') === undefined)
    return code;
  const cause = field(error, 'cause') ?? field(field(error, 'meta'), 'driverAdapterError');
  return cause === undefined ? undefined : sqlStateOf(cause);
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}
