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

/**
 * The log: JSON lines with ids, codes and times. Callers never pass personal data or secrets to it (S8). The redaction
 * is a second protection, for keys that would contain them. Each process sets its level from env().LOG_LEVEL.
 */
export const log = pino({
  base: null,
  redact: { paths: hidden.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), censor: '[hidden]' },
  serializers: { error: describeError },
});

/**
 * Returns only the standard fields of an error. Other properties are left out, because a driver attaches its connection
 * and its query there.
 */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { type, message, stack } = pino.stdSerializers.err(error);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  const status = 'status' in error && typeof error.status === 'number' ? error.status : undefined;
  return { type, message, stack, code, status };
}
