/**
 * An answer of the platform that is not a success, or none. status 0: no answer was read, so whether the request
 * had an effect is unknown. Branch on code and status only (ERR-2).
 */
export class PlatformError extends Error {
  override name = 'PlatformError';
  readonly status: number;
  readonly code: string;
  readonly requestId: string | null;
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
