/** Fields of the token row that decide about a refresh. Times are ms since the epoch. */
export type TokenTimes = {
  /**
   * active; refused: the refresh token was refused, but the access token is valid until it expires; reconnect: the
   * circuit is open.
   */
  state: string;
  obtainedAtMs: number;
  expiresAtMs: number;
  leaseUntilMs: number | null;
  /** When a refresh with a still unknown outcome was last sent. `sentCount` is the number of such refreshes. */
  sentAtMs: number | null;
  sentCount: number;
  /** Until this time, only one other call may try this token, because the previous token was refused. */
  trialUntilMs: number | null;
};

/**
 * use: use the access token; refresh: take the lease and send; wait: another process is working on the token; later: no
 * token can be used now.
 */
export type RefreshDecision = 'use' | 'refresh' | 'wait' | 'later' | 'reconnect';

/**
 * How long after sending a refresh with a lost answer may be sent again. With 10 s for the exchange, this stays inside
 * the 30 s of AUT-4.
 */
export const resendWithinMs = 17_000;
/** Minimum time between requests to the token endpoint while no token can be used and no answer arrives. */
const spacingMs = 15_000;

/**
 * Decides whether to use, refresh or wait for a token (S9). A refresh starts at 80 % of the lifetime. After an unknown
 * outcome, the refresh is sent once more within 17 s. Otherwise the access token is used until it expires, and then the
 * refresh is sent again at intervals. Only a final refusal leads to "reconnect": an outage of the token endpoint,
 * however long, must not cost a merchant the connection.
 */
export function decideRefresh(row: TokenTimes, nowMs: number): RefreshDecision {
  if (row.state === 'reconnect') return 'reconnect';
  const expired = nowMs >= row.expiresAtMs;
  if (row.state === 'refused') return expired ? 'reconnect' : 'use';
  const due = nowMs >= row.obtainedAtMs + 0.8 * (row.expiresAtMs - row.obtainedAtMs);
  if (!expired && row.trialUntilMs !== null && nowMs < row.trialUntilMs) return 'wait';
  if (!due && !expired) return 'use';
  if (row.leaseUntilMs !== null && nowMs < row.leaseUntilMs) return expired ? 'wait' : 'use';
  if (row.sentAtMs === null || row.sentCount === 0) return 'refresh';
  if (row.sentCount === 1 && nowMs < row.sentAtMs + resendWithinMs) return 'refresh';
  if (!expired) return 'use';
  return nowMs < row.sentAtMs + spacingMs ? 'later' : 'refresh';
}
