import { type ErrorCode, errorStatus } from 'commerce-platform-client/contract/errors';

/** An expected failure of a request. The caller receives it in the error envelope (platform: Errors). */
export type Refusal = {
  refused: ErrorCode;
  status: number;
  message: string;
  details?: Record<string, unknown>;
  /** Value of the Retry-After header, for the error rate_limited only. */
  retryAfterSeconds?: number;
};

/**
 * Builds a refusal. The error code determines the HTTP status, as in the platform document. Only invalid_request has
 * two statuses: 400, or 422 if the caller passes 422.
 */
export function refuse(
  code: ErrorCode,
  message: string,
  extra: { status?: number; details?: Record<string, unknown> } = {},
): Refusal {
  return {
    refused: code,
    status: extra.status ?? errorStatus[code],
    message,
    ...(extra.details && { details: extra.details }),
  };
}

/** Builds a refusal that names the invalid fields (details.fields[], A12). */
export function refuseFields(
  status: 400 | 422,
  fields: { path: string; message: string }[],
  code: ErrorCode = 'invalid_request',
): Refusal {
  const message = fields.map((field) => `${field.path || 'body'}: ${field.message}`).join('; ');
  return refuse(code, message.slice(0, 500), { status, details: { fields } });
}

export function isRefusal(value: object): value is Refusal {
  return 'refused' in value;
}

/** Builds the refusal 429 rate_limited with the number of seconds to wait (LIM-2). */
export function refuseForNow(waitSeconds: number): Refusal {
  const refusal = refuse('rate_limited', `budget exhausted, retry in ${waitSeconds} s`);
  return { ...refusal, retryAfterSeconds: waitSeconds };
}
