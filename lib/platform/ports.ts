import type { Brand } from '@/lib/shared/brand';

/** Bearer token of one install. */
export type AccessToken = Brand<string, 'AccessToken'>;

/** Source of tokens for the client of one install; lib/installs implements it on PostgreSQL. */
export type TokenSource = {
  /**
   * Returns a token for immediate use, refreshed if due. Throws ReconnectRequired, and throws if the signal aborts
   * first.
   */
  current(signal: AbortSignal): Promise<{ token: AccessToken; version: number }>;
  /** Reports that the platform answered 401 to this token version; `again` if the next version was refused too. */
  refused(version: number, again: boolean): Promise<void>;
};

/**
 * How long a call may take: `signal` aborts at `untilMs` (as in Date.now()), or earlier if the caller no longer needs
 * the result.
 */
export type Deadline = { signal: AbortSignal; untilMs: number };

/** The request budget of the install, shared by all processes; lib/installs implements it on PostgreSQL. */
export type Budget = {
  /**
   * Resolves when a request may be sent. Throws if the signal aborts first. Throws PlatformError 429 immediately if a
   * Retry-After blocks all requests until after the deadline.
   */
  take(kind: 'read' | 'write', deadline: Deadline): Promise<void>;
  /** Blocks all requests of the install, because the platform sent Retry-After. */
  block(retryAfterSeconds: number): Promise<void>;
};

/** The dependencies of the client of one install. */
export type PlatformPort = {
  /** Base address of the API with /v1 (platform: preamble). Its origin is the only one that receives requests. */
  baseUrl: string;
  tokens: TokenSource;
  budget: Budget;
  /** Called for each response with a newer revision than the contract's (platform: Versioning; revision-watch.ts). */
  noteRevision?: (revision: string) => void;
};
