import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decideRefresh, resendWithinMs, type TokenTimes } from '@/lib/installs/tokens/refresh-decision';

// The access token of these tests is received at 0 s and expires at 100 s. Its refresh is due after 80 % of the
// lifetime, which is at 80 s.
const row: TokenTimes = {
  state: 'active',
  obtainedAtMs: 0,
  expiresAtMs: 100_000,
  leaseUntilMs: null,
  sentAtMs: null,
  sentCount: 0,
  trialUntilMs: null,
};

describe('S9 AUT-4: a refresh token is sent once; if the response is lost, it is sent again only within 17 s or after the access token has expired', () => {
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
    ['answer lost, within 17 s', 99_999, { sentCount: 1, sentAtMs: 83_000 }, 'refresh'],
    ['answer lost, later: the access token to its end', 99_999, { sentCount: 1, sentAtMs: 82_999 }, 'use'],
    ['answer lost twice', 99_000, { sentCount: 2, sentAtMs: 90_000 }, 'use'],
    [
      'answer lost twice and token expired: retried at intervals',
      100_000,
      { sentCount: 2, sentAtMs: 90_000 },
      'later',
    ],
    ['an outage of days: retried for days', 9e8, { sentCount: 900, sentAtMs: 9e8 - 15_000 }, 'refresh'],
    ['tried by another call after a 401', 10_000, { trialUntilMs: 10_001 }, 'wait'],
    ['tried long enough', 10_001, { trialUntilMs: 10_001 }, 'use'],
    ['refused for good, still alive', 99_999, { state: 'refused' }, 'use'],
    ['refused for good', 100_000, { state: 'refused' }, 'reconnect'],
    ['a reconnect is required', 10, { state: 'reconnect' }, 'reconnect'],
  ] as const)('%s', (_, nowMs, change, decision) => {
    expect(decideRefresh({ ...row, ...change }, nowMs)).toBe(decision);
  });

  it('the rules hold for 10,000 random token rows at any time', () => {
    const seed = Date.now() % 2 ** 31;
    console.info(`seed ${seed}`);
    const time = fc.integer({ min: 0, max: 200_000 });
    const maybe = fc.option(time, { nil: null });
    const rows = fc.record({
      state: fc.constantFrom('active', 'active', 'active', 'refused', 'reconnect'),
      obtainedAtMs: time,
      expiresAtMs: time,
      leaseUntilMs: maybe,
      sentAtMs: maybe,
      sentCount: fc.nat({ max: 3 }),
      trialUntilMs: maybe,
    });
    const seen = new Map<string, number>();
    const hold = (any: TokenTimes, nowMs: number) => {
      const decision = decideRefresh(any, nowMs);
      seen.set(decision, (seen.get(decision) ?? 0) + 1);
      const expired = nowMs >= any.expiresAtMs;
      const sinceSentMs = any.sentAtMs === null || any.sentCount === 0 ? null : nowMs - any.sentAtMs;
      // An access token is used only before it expires, and never if the store must be connected again.
      if (decision === 'use') expect(!expired && any.state !== 'reconnect').toBe(true);
      // A merchant must connect the store again only after the platform has permanently refused the tokens. After such
      // a refusal, the state is `reconnect`, or it is `refused` and the access token has expired.
      const isOver = any.state === 'reconnect' || (any.state === 'refused' && expired);
      expect(decision === 'reconnect').toBe(isOver);
      if (decision !== 'refresh') return;
      expect(any.state).toBe('active');
      expect(any.leaseUntilMs === null || any.leaseUntilMs <= nowMs).toBe(true);
      expect(nowMs - any.obtainedAtMs >= 0.8 * (any.expiresAtMs - any.obtainedAtMs) || expired).toBe(true);
      // After a refresh with unknown outcome, one more refresh is sent within 17 s. The next one is sent only after the
      // access token has expired.
      const isOnceMore = sinceSentMs === null || (any.sentCount === 1 && sinceSentMs < resendWithinMs);
      expect(isOnceMore || expired).toBe(true);
    };
    fc.assert(fc.property(rows, time, hold), { seed, numRuns: 10_000 });
    expect([...seen.keys()].sort()).toEqual(['later', 'reconnect', 'refresh', 'use', 'wait']);
    expect(Math.min(...seen.values())).toBeGreaterThan(100);
  });
});
