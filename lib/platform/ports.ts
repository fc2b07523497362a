import type { Brand } from '@/lib/shared/brand';

/** Bearer token of one install. */
export type AccessToken = Brand<string, 'AccessToken'>;

/** Where the client gets tokens of its install; lib/installs implements it on PostgreSQL. */
export type TokenSource = {
  /** A token to use now, refreshed when it is due. Throws ReconnectRequired, and when the signal aborts first. */
  current(signal: AbortSignal): Promise<{ token: AccessToken; version: number }>;
  /** The platform answered 401 to this version; `again` when its successor was refused too. */
  refused(version: number, again: boolean): Promise<void>;
};

/** How long a call may take: `signal` aborts at `untilMs` (of Date.now()), or earlier when nobody wants it any more. */
export type Deadline = { signal: AbortSignal; untilMs: number };

/** The request budget of the install, shared by all processes; lib/installs implements it on PostgreSQL. */
export type Budget = {
  /**
   * Resolves when a request may be sent. Throws when the signal aborts first, and PlatformError 429 at once while a
   * Retry-After holds everybody back for longer than there is.
   */
  take(kind: 'read' | 'write', deadline: Deadline): Promise<void>;
  /** The platform said Retry-After: nobody sends before. */
  block(retryAfterSeconds: number): Promise<void>;
};

/** What the client of one install stands on. */
export type PlatformPort = {
  /** The API with /v1 (platform: preamble); its origin is the only one that is ever asked. */
  baseUrl: string;
  tokens: TokenSource;
  budget: Budget;
  /** Told of each answer by a newer revision than the contract's (platform: Versioning; revision-watch.ts). */
  noteRevision?: (revision: string) => void;
};
