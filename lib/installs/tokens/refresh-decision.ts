/** What the token row says about refreshing; times in ms since the epoch. */
export type TokenTimes = {
  /** active; refused: the refresh token is, the access token lives on; reconnect: the circuit is open. */
  state: string;
  obtainedAtMs: number;
  expiresAtMs: number;
  leaseUntilMs: number | null;
  /** When a refresh was last sent whose answer is not known, and how many such there are. */
  sentAtMs: number | null;
  sentCount: number;
  /** Until then another call alone tries this token, whose predecessor was refused. */
  trialUntilMs: number | null;
};

/** use: the access token; refresh: take the lease and send; wait: another process is at it; later: nothing to use now. */
export type RefreshDecision = 'use' | 'refresh' | 'wait' | 'later' | 'reconnect';

/** A lost answer may be asked for again this long after sending: with 10 s on the way inside the 30 s of AUT-4. */
export const resendWithinMs = 17_000;
/** With no token to use, the token endpoint is asked this far apart, for as long as it gives no answer. */
const spacingMs = 15_000;

/**
 * security: Refresh. Starts at 80 % of the lifetime. After an unknown outcome once more within 17 s, else the
 * access token is used to its end, then asked again at a distance. Only a definite refusal leads to "reconnect":
 * an outage of the token endpoint, however long, must not cost a merchant the connection.
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
