import { describe, expect, it } from 'vitest';
import { decideNextStep } from './decide-next-step';
import type { SweepHealth, SyncHealth } from './sync-health';

const readAt = '2026-11-21T12:00:00.000Z';
const ago = (seconds: number) => new Date(Date.parse(readAt) - seconds * 1_000).toISOString();

const sweep = (change: Partial<SweepHealth> = {}): SweepHealth => ({
  resource: 'orders',
  kind: 'full',
  state: 'ended',
  last: { endedAt: ago(60), rows: 1, seconds: 1 },
  running: null,
  nextAt: readAt,
  failures: 0,
  errorCode: null,
  ...change,
});
const quiet = { count: 0, isMore: false, oldestAt: null };
const well: Omit<SyncHealth, 'nextStep'> = {
  readAt,
  installedAt: null,
  corrected: 0,
  lastEvent: null,
  lag: [],
  lagIsPartial: false,
  inbox: quiet,
  dirty: quiet,
  quarantined: [],
  drift: [],
  subscription: { state: 'active', status: 'active', checkedAt: readAt },
  sweeps: [sweep()],
  lastReconciledAt: ago(60),
  missingScopes: [],
};
const behind = (seconds: number) => ({ count: 1, isMore: false, oldestAt: ago(seconds) });
const discounts = (change: Partial<SweepHealth>) => [sweep(), sweep({ resource: 'discounts', ...change })];
const next = (change: Partial<SyncHealth>, needsReconnect = false) =>
  decideNextStep({ ...well, ...change }, { needsReconnect });

describe('the next step', () => {
  it.each<[string, Partial<SyncHealth>, string]>([
    ['all is well', {}, 'none'],
    ['orders may not be read', { sweeps: [sweep({ state: 'no_scope', last: null })] }, 'grant_scope'],
    [
      'something else may not be read: that is the merchant’s choice',
      { sweeps: discounts({ state: 'no_scope' }) },
      'none',
    ],
    [
      'the platform does not answer',
      { sweeps: discounts({ failures: 3, errorCode: 'unreachable' }) },
      'platform_unreachable',
    ],
    ['one step failed', { sweeps: discounts({ failures: 1, errorCode: 'unreachable' }) }, 'none'],
    ['the platform refuses', { sweeps: discounts({ failures: 9, errorCode: 'forbidden' }) }, 'none'],
    [
      'a step breaks on our side again and again',
      { sweeps: discounts({ failures: 3, errorCode: 'internal' }) },
      'sync_failing',
    ],
    [
      'the platform takes no such request of ours',
      { sweeps: discounts({ failures: 3, errorCode: 'invalid_request' }) },
      'sync_failing',
    ],
    ['a step broke once', { sweeps: discounts({ failures: 1, errorCode: 'internal' }) }, 'none'],
    ['orders were never read whole', { sweeps: [sweep({ state: 'running', last: null })] }, 'wait_backfill'],
    ['no sweep is there yet', { sweeps: [] }, 'wait_backfill'],
    ['orders are read whole again', { sweeps: [sweep({ state: 'running' })] }, 'none'],
    [
      'deliveries were stopped',
      { subscription: { ...well.subscription, state: 'inactive' } },
      'subscription_inactive_repairing',
    ],
    [
      'there is no subscription, by choice',
      { subscription: { ...well.subscription, state: 'none' } },
      'none',
    ],
    ['events wait for a minute', { inbox: behind(61) }, 'inbox_behind'],
    ['events have just come', { inbox: behind(59) }, 'none'],
    ['reads wait for five minutes', { dirty: behind(301) }, 'reads_behind'],
    ['reads wait', { dirty: behind(299) }, 'none'],
  ])('when %s', (_, change, expected) => expect(next(change)).toBe(expected));

  it('is the most serious one', () => {
    const all = {
      sweeps: [
        sweep({ state: 'no_scope', last: null }),
        sweep({ kind: 'updated', failures: 3, errorCode: 'timed_out' }),
      ],
      subscription: { ...well.subscription, state: 'inactive' as const },
      inbox: behind(999),
      dirty: behind(999),
    };
    expect(next(all, true)).toBe('reconnect');
    expect(next(all)).toBe('grant_scope');
    expect(next({ ...all, sweeps: [...all.sweeps.slice(1), sweep({ last: null })] })).toBe(
      'platform_unreachable',
    );
    expect(next({ ...all, sweeps: [sweep({ last: null, failures: 3, errorCode: 'internal' })] })).toBe(
      'sync_failing',
    );
    expect(next({ ...all, sweeps: [sweep({ last: null })] })).toBe('wait_backfill');
    expect(next({ ...all, sweeps: [sweep()] })).toBe('subscription_inactive_repairing');
  });
});
