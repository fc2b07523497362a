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
 * The log: JSON lines with ids, codes and times. Personal data and secrets are not passed to it; the redaction is
 * a second net for keys that would carry them. Each process sets its level from env().LOG_LEVEL.
 */
export const log = pino({
  base: null,
  redact: { paths: hidden.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), censor: '[hidden]' },
  serializers: { error: describeError },
});

/** What an error says of itself. Its other properties stay out: a driver hangs its connection and its query there. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { type, message, stack } = pino.stdSerializers.err(error);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  const status = 'status' in error && typeof error.status === 'number' ? error.status : undefined;
  return { type, message, stack, code, status };
}
