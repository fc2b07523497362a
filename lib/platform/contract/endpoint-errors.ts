import type { ErrorCode } from './errors';

/** Error codes that an endpoint can return, by HTTP status. */
export type DocumentedErrors = Readonly<Record<number, readonly ErrorCode[]>>;

const scoped = { 403: ['forbidden'] } as const;

/* Error codes of three groups of endpoints: lists, single resources and writes (platform: Endpoints and Errors). By
   the pagination rules, a list responds with 400 to a malformed cursor or parameter. */
export const scopedListErrors = { ...scoped, 400: ['invalid_request'] } as const;
export const scopedOneErrors = { ...scoped, 404: ['not_found'] } as const;
export const writeErrors = { ...scopedOneErrors, 400: ['invalid_request'], 409: ['conflict'] } as const;

/** Errors that every endpoint can return (platform: Endpoints). */
export const everyEndpoint: DocumentedErrors = { 401: ['unauthorized'], 429: ['rate_limited'] };
