import type { z } from 'zod';
import type { EndpointName } from './contract/endpoints';

/** Access token of one install, for the Authorization header. */
export type AccessToken = string & z.core.$brand<'AccessToken'>;

/**
 * Source of access tokens for the platform client of one install. The file memory-ports.ts has a source for scripts.
 */
export type TokenSource = {
  /**
   * Returns an access token for immediate use and refreshes it first if that is due. Throws ReconnectRequired if a
   * merchant must connect the store again. Also throws if the signal aborts.
   */
  current(signal: AbortSignal): Promise<{ token: AccessToken; version: number }>;
  /**
   * Reports that the platform responded with 401 to the access token with the given version. `again` is true if it is
   * the second 401 of the same call, after a 401 for an earlier token.
   */
  refused(version: number, again: boolean): Promise<void>;
};

/**
 * How long a call to the platform may take. `signal` aborts at `untilMs` (a time as in Date.now()), or earlier if the
 * caller no longer needs the result.
 */
export type Deadline = { signal: AbortSignal; untilMs: number };

/**
 * The request budget of the install: how many requests it may send per minute. All processes share the budget. The file
 * memory-ports.ts has a budget for scripts.
 */
export type Budget = {
  /**
   * Resolves when a request may be sent. Throws if the signal aborts. The platform may have blocked the install by
   * Retry-After. If the block ends after the deadline, throws PlatformError 429 immediately.
   */
  take(kind: 'read' | 'write', deadline: Deadline): Promise<void>;
  /** Blocks all requests of the install for the time that the platform required in Retry-After. */
  block(retryAfterSeconds: number): Promise<void>;
};

/** What the platform client of one install needs from its caller. */
export type PlatformPort = {
  /** Base address of the platform API, including /v1 (platform: preamble). Requests are sent to this origin only. */
  baseUrl: string;
  tokens: TokenSource;
  budget: Budget;
  /**
   * Called for each response that has a newer API revision than the contract (platform: Versioning; revision-watch.ts).
   */
  noteRevision?: (revision: string) => void;
  /**
   * Called for each request that was sent, with its duration and its HTTP status. If there was no response, the error
   * code replaces the status.
   */
  noteExchange?: (exchanged: ExchangeNote) => void;
};

/**
 * A request that was sent to the platform, for the metrics and the traces. `endpoint` is a name in the table of
 * endpoints. `status` is an HTTP status or an OwnErrorCode. `requestId` is the platform's X-Request-Id; null if there
 * is none.
 */
export type ExchangeNote = {
  endpoint: EndpointName;
  status: string;
  seconds: number;
  requestId: string | null;
};

/**
 * A successful response: the parsed body, and the platform's request id. `unreadable` is the number of rows of a list
 * that could not be parsed and are left out. `replayed`: the platform repeated a stored response for the
 * Idempotency-Key.
 */
export type Answer<Body> = { body: Body; requestId: string | null; replayed: boolean; unreadable: number };
