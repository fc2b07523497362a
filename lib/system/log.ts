import pino from 'pino';
import { processFacts } from '@/lib/system/process/process-facts';
import { requestContext } from '@/lib/system/process/request-context';
import { traceOfLog } from '@/lib/system/tracing/tracing';

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

export const logOptions: pino.LoggerOptions = {
  base: null,
  mixin: () => ({ ...processFacts(), ...requestContext(), ...traceOfLog() }),
  redact: { paths: hidden.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), censor: '[hidden]' },
  serializers: { error: describeError, err: describeError },
};

/**
 * The log of the process: lines of JSON with ids, codes and times. Each line has the service, its version and
 * its host. A line that is written during a request also has the request id and the install id. If the
 * deployment exports traces, it also has the ids of its trace and span. Callers never pass personal data or
 * secrets (S8). In addition, the values of some keys are hidden, in case a caller passes a secret by mistake.
 * Each process sets the level from env().LOG_LEVEL.
 */
export const log = pino(logOptions);

/**
 * Returns only the standard fields of an error for the log. Other properties are left out, because a database
 * driver stores its connection and its query in them. Of the cause of the error, only the type and the code
 * are kept. `digest` is the error id that Next shows to the user. `platformRequestId` is the id of the
 * platform's response (X-Request-Id).
 */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { name, message, stack } = error;
  const text = (key: 'code' | 'digest' | 'requestId') => {
    const value: unknown = Reflect.get(error, key);
    return typeof value === 'string' ? value : undefined;
  };
  const status = 'status' in error && typeof error.status === 'number' ? error.status : undefined;
  const cause = error.cause instanceof Error ? describeCause(error.cause) : undefined;
  return {
    type: name,
    message,
    stack,
    code: text('code'),
    digest: text('digest'),
    status,
    platformRequestId: text('requestId'),
    details: describeDetails(Reflect.get(error, 'details')),
    cause,
  };
}

/**
 * Returns the details of a platform error that are safe to log: the order's status, the paths of the refused
 * fields, and the number of refused lines. Error messages and values of fields are left out, because they can
 * repeat personal data.
 */
function describeDetails(details: unknown): object | undefined {
  if (typeof details !== 'object' || details === null) return undefined;
  const { current_status: status, fields, lines } = details as Record<string, unknown>;
  const safe = {
    ...(typeof status === 'string' && { current_status: status.slice(0, 64) }),
    ...(Array.isArray(fields) && { fields: fields.slice(0, 20).flatMap(pathOf) }),
    ...(Array.isArray(lines) && { lines: lines.length }),
  };
  return Object.keys(safe).length > 0 ? safe : undefined;
}

function pathOf(field: unknown): string[] {
  const path: unknown = typeof field === 'object' && field !== null ? Reflect.get(field, 'path') : undefined;
  return typeof path === 'string' && /^[\w.-]{1,100}$/.test(path) ? [path] : [];
}

function describeCause(cause: Error): { type: string; code?: unknown } {
  return { type: cause.name, ...('code' in cause && typeof cause.code === 'string' && { code: cause.code }) };
}
