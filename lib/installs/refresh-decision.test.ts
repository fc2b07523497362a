import { describe, expect, it } from 'vitest';
import { decideRefresh, type TokenTimes } from '@/lib/installs/refresh-decision';

// Obtained at 0, expires at 100 s: due at 80 s.
const row: TokenTimes = {
  state: 'active',
  obtainedAtMs: 0,
  expiresAtMs: 100_000,
  leaseUntilMs: null,
  sentAtMs: null,
  sentCount: 0,
};

describe('AUT-4: a refresh token is spent once, and a lost answer is asked for only inside the race rule', () => {
  it.each([
    ['fresh', 79_999, {}, 'use'],
    ['due', 80_000, {}, 'refresh'],
    ['due, another refreshes', 80_000, { leaseUntilMs: 90_000 }, 'use'],
    ['expired, another refreshes', 100_000, { leaseUntilMs: 110_000 }, 'wait'],
    [
      'expired, its lease ran out',
      110_000,
      { leaseUntilMs: 110_000, sentCount: 1, sentAtMs: 95_000 },
      'refresh',
    ],
    ['answer lost, within 20 s', 99_999, { sentCount: 1, sentAtMs: 80_000 }, 'refresh'],
    ['answer lost, later: the access token to its end', 99_999, { sentCount: 1, sentAtMs: 79_000 }, 'use'],
    ['answer lost twice', 99_000, { sentCount: 2, sentAtMs: 90_000 }, 'use'],
    [
      'answer lost twice and expired: asked again at a distance',
      100_000,
      { sentCount: 2, sentAtMs: 90_000 },
      'later',
    ],
    ['an outage of days is asked about for days', 9e8, { sentCount: 900, sentAtMs: 9e8 - 15_000 }, 'refresh'],
    ['refused for good, still alive', 99_999, { state: 'refused' }, 'use'],
    ['refused for good', 100_000, { state: 'refused' }, 'reconnect'],
    ['the circuit is open', 10, { state: 'reconnect' }, 'reconnect'],
  ] as const)('%s', (_, nowMs, change, decision) => {
    expect(decideRefresh({ ...row, ...change }, nowMs)).toBe(decision);
  });
});
