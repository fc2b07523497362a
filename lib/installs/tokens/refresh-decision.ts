/**
 * Fields of an install's token row that decide whether the token is refreshed. Times are milliseconds since the epoch.
 */
export type TokenTimes = {
  /**
   * active: the tokens are valid. refused: the platform refused the refresh token, but the access token is valid until
   * it expires. reconnect: a merchant must connect the store again.
   */
  state: string;
  obtainedAtMs: number;
  expiresAtMs: number;
  leaseUntilMs: number | null;
  /**
   * Time at which a token refresh was last sent; null if none was sent since the tokens were stored. `sentCount` is the
   * number of refreshes that were sent since the tokens were stored.
   */
  sentAtMs: number | null;
  sentCount: number;
  /**
   * Until this time, this access token is reserved for one call: the call whose previous token the platform refused.
   */
  trialUntilMs: number | null;
};

/**
 * use: use the access token. refresh: take the lease and send a refresh. wait: another process is refreshing the token.
 * later: no token can be used now. reconnect: a merchant must connect the store again.
 */
export type RefreshDecision = 'use' | 'refresh' | 'wait' | 'later' | 'reconnect';

/**
 * If the response to a token refresh was lost, the refresh may be sent once more within this time. The exchange takes
 * at most 10 s, so the second refresh ends within 30 s after the first. During these 30 s, the platform refuses a used
 * refresh token but does not revoke the tokens (AUT-4).
 */
export const resendWithinMs = 17_000;
/**
 * Minimum time between two token refreshes after the access token has expired, if the token endpoint does not respond.
 */
const spacingMs = 15_000;

/**
 * Decides whether to use, refresh or wait for an access token (S9). A refresh starts at 80 % of the lifetime. After an
 * unknown outcome, the refresh is sent once more within 17 s. After that, the access token is used until it expires,
 * and only then is the refresh sent again, at intervals. Only a permanent refusal leads to "reconnect". An outage of
 * the token endpoint does not, so that it never costs a merchant the connection.
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
