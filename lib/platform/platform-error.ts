/**
 * Error codes of the app, in addition to the platform's codes (contract/errors.ts):
 *
 * | Code             | Status        | Meaning                                                                     |
 * |------------------|---------------|-----------------------------------------------------------------------------|
 * | timed_out        | 0             | the deadline passed during the request; the effect is unknown               |
 * | aborted          | 0             | the caller aborted the request; the effect is unknown                       |
 * | unreachable      | 0             | there was no connection, or it broke; the effect is unknown                 |
 * | not_sent         | 0             | the wait for a token ended, or the caller aborted it; nothing was sent      |
 * | rate_limited     | 429           | from the platform, or from the app's own budget before anything was sent    |
 * | invalid_request  | 400           | from the platform, or from the app's own validation before anything is sent |
 * | redirect_refused | 3xx           | the response is a redirect; it is not followed, to protect the token        |
 * | bad_answer       | as received   | an error without an envelope, or a success that cannot be parsed            |
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
 * Error of a request to the platform: the response is not a success, or there is no response. Status 0: no response was
 * read. Callers must decide by code and status only (ERR-2; platform: Errors).
 */
export class PlatformError extends Error {
  override name = 'PlatformError';
  readonly status: number;
  /** An error code of the platform document, a code that the platform may add later, or an OwnErrorCode. */
  readonly code: string;
  readonly requestId: string | null;
  /**
   * Wait that the platform requires (Retry-After) in whole seconds, at least 1; null if the response has no
   * Retry-After.
   */
  readonly retryAfterSeconds: number | null;
  readonly details: Record<string, unknown>;
  /**
   * True if the platform stored this response for an earlier request and sent it again because of the same
   * Idempotency-Key.
   */
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

/** Error if the platform permanently refuses the tokens of the install. A merchant has to connect the store again. */
export class ReconnectRequired extends Error {
  override name = 'ReconnectRequired';
}
