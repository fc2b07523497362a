import pino from 'pino';

const hidden = [
  'authorization',
  'access_token',
  'refresh_token',
  'secret',
  'customer',
  'shipping_address',
  'phone',
  'email',
];

/** Options of a logger. Tests use them to set another destination. */
export const logOptions: pino.LoggerOptions = {
  base: null,
  redact: { paths: hidden.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), censor: '[hidden]' },
  serializers: { error: describeError, err: describeError },
};

/**
 * The log of the process: lines of JSON with ids, codes and times. Callers never pass personal data or secrets (S8).
 * The redaction of some keys is a second protection against a mistake. Each process sets the level from
 * env().LOG_LEVEL.
 */
export const log = pino(logOptions);

/**
 * Returns only the standard fields of an error for the log. Other properties are left out, because a database driver
 * stores its connection and its query in them. Of the causes of the error, only type and code are kept. `digest` is the
 * error id that Next shows to the user.
 */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { name, message, stack } = error;
  const text = (key: 'code' | 'digest') => {
    const value: unknown = Reflect.get(error, key);
    return typeof value === 'string' ? value : undefined;
  };
  const status = 'status' in error && typeof error.status === 'number' ? error.status : undefined;
  const cause = error.cause instanceof Error ? describeCause(error.cause) : undefined;
  return { type: name, message, stack, code: text('code'), digest: text('digest'), status, cause };
}

function describeCause(cause: Error): { type: string; code?: unknown } {
  return { type: cause.name, ...('code' in cause && typeof cause.code === 'string' && { code: cause.code }) };
}
