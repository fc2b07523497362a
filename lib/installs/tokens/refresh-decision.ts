/**
 * Fields of an install's token row that decide whether its access token is refreshed. Times are milliseconds since the
 * epoch.
 */
export type TokenTimes = {
  /**
   * State of the tokens.
   * - `active`: the tokens are valid.
   * - `refused`: the platform has refused the refresh token, and the access token is valid until it expires.
   * - `reconnect`: a merchant must connect the store again.
   */
  state: string;
  obtainedAtMs: number;
  expiresAtMs: number;
  leaseUntilMs: number | null;
  /**
   * `sentAtMs`: when a refresh was last sent; null if none was sent with the current tokens. `sentCount`: number of
   * refreshes that were sent with the current tokens.
   */
  sentAtMs: number | null;
  sentCount: number;
  /**
   * Until this time, the access token is reserved for one call: the call whose previous token the platform refused.
   * Null if there is no such call.
   */
  trialUntilMs: number | null;
};

/**
 * What a call must do to get an access token.
 * - `use`: use the stored access token.
 * - `refresh`: claim the refresh and send it.
 * - `wait`: wait, because another process is refreshing the token, or because the token is reserved for another call.
 * - `later`: fail, because no token can be used now and the next refresh is not due yet.
 * - `reconnect`: fail, because a merchant must connect the store again.
 */
export type RefreshDecision = 'use' | 'refresh' | 'wait' | 'later' | 'reconnect';

/**
 * Time within which a refresh is sent a second time if its response was lost. A refresh takes at most 10 s, so the
 * second refresh ends within 30 s after the first was sent. During these 30 s, the platform refuses a used refresh
 * token but does not revoke the tokens (AUT-4).
 */
export const resendWithinMs = 17_000;
/** Minimum time between two refreshes while the access token has expired and the token endpoint does not respond. */
const spacingMs = 15_000;

/**
 * Decides whether a call uses the access token, refreshes it or waits (S9).
 *
 * - A refresh is due after 80 % of the token's lifetime.
 * - If the outcome of a refresh is unknown, the refresh is sent once more within 17 s. If that also fails,
 *   the access token is used until it expires. After that, the refresh is sent again at intervals.
 * - Only a permanent refusal of the platform leads to `reconnect`. After an outage of the token endpoint, no
 *   merchant has to connect the store again.
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
