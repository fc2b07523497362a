import { z } from 'zod';

/**
 * Error envelope of the platform. Clients must decide by code and status only, because the message may change.
 * platform: Errors.
 */
export const ErrorEnvelope = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    request_id: z.string(),
    details: z.record(z.string(), z.unknown()).optional(),
  }),
});
export type ErrorEnvelope = z.infer<typeof ErrorEnvelope>;

/** Every error code of the platform document, with its HTTP status. */
export const errorStatus = {
  invalid_request: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  payload_too_large: 413,
  rate_limited: 429,
  internal_error: 500,
  currency_not_allowed: 422,
  variant_not_found: 404,
  variant_unavailable: 409,
  payment_method_disabled: 409,
  insufficient_stock: 409,
  sandbox_required: 403,
  webhook_not_subscribed: 409,
  webhook_topic_not_subscribed: 409,
  sample_unavailable: 409,
} as const;
/** An error code that the platform document names. The platform may add further codes. platform: Errors. */
export type ErrorCode = keyof typeof errorStatus;
