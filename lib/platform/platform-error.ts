/**
 * Codes of our own, beside those of the platform (contract/errors.ts):
 *
 * | Code             | Status        | What it says                                                                |
 * |------------------|---------------|-----------------------------------------------------------------------------|
 * | timed_out        | 0             | the deadline passed while the platform was asked: the effect is unknown     |
 * | aborted          | 0             | the caller gave up meanwhile: the effect is unknown                         |
 * | unreachable      | 0             | no connection, or it broke: the effect is unknown                           |
 * | not_sent         | 0             | the wait for a token, or the caller's patience, ended first: nothing was sent |
 * | rate_limited     | 429           | the platform's, or our own budget in its place: then nothing was sent       |
 * | invalid_request  | 400           | the platform's, or our own parse in its place: then nothing was sent        |
 * | redirect_refused | 3xx           | the answer pointed elsewhere, and tokens don't follow                       |
 * | bad_answer       | the answer's  | no envelope of an error, or a success that can't be read                    |
 */
export type OwnErrorCode =
  | 'timed_out'
  | 'aborted'
  | 'unreachable'
  | 'not_sent'
  | 'rate_limited'
  | 'invalid_request'
  | 'redirect_refused'
  | 'bad_answer';

/**
 * An answer of the platform that is not a success, or none. status 0: no answer was read. Branch on code and status
 * only (ERR-2; platform: Errors).
 */
export class PlatformError extends Error {
  override name = 'PlatformError';
  readonly status: number;
  /** One of the platform's codes, one it may add, or an OwnErrorCode. */
  readonly code: string;
  readonly requestId: string | null;
  /** Whole seconds, at least 1; null when the platform did not say. */
  readonly retryAfterSeconds: number | null;
  readonly details: Record<string, unknown>;
  /** The platform answered from the memory of this Idempotency-Key. */
  readonly replayed: boolean;

  constructor(
    message: string,
    answer: {
      status: number;
      code: string;
      requestId?: string | null;
      retryAfterSeconds?: number | null;
      details?: Record<string, unknown> | undefined;
      replayed?: boolean;
      cause?: unknown;
    },
  ) {
    super(message, { cause: answer.cause });
    this.status = answer.status;
    this.code = answer.code;
    this.requestId = answer.requestId ?? null;
    this.retryAfterSeconds = answer.retryAfterSeconds ?? null;
    this.details = answer.details ?? {};
    this.replayed = answer.replayed ?? false;
  }
}

/** The install's tokens are refused for good: a merchant has to connect the store again. */
export class ReconnectRequired extends Error {
  override name = 'ReconnectRequired';
}
