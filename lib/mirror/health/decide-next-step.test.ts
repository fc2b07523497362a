import { describe, expect, it } from 'vitest';
import { decideConnection, decideNextStep } from './decide-next-step';
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
const next = (
  change: Partial<SyncHealth>,
  { needsReconnect = false, isPaused = false, mayReadOrders = true } = {},
) => decideNextStep({ ...well, ...change }, { needsReconnect, isPaused, mayReadOrders });

describe('the condition of the mirror that is reported', () => {
  it.each<[string, Partial<SyncHealth>, string]>([
    ['there is no problem', {}, 'none'],
    ['the app may not read orders', { sweeps: [sweep({ state: 'no_scope', last: null })] }, 'grant_scope'],
    [
      'the app may read orders but not another resource, which the merchant may choose',
      { sweeps: discounts({ state: 'no_scope' }) },
      'none',
    ],
    [
      'the platform does not respond',
      { sweeps: discounts({ failures: 3, errorCode: 'unreachable' }) },
      'platform_unreachable',
    ],
    [
      'a step of a sweep failed once because the platform was unreachable',
      { sweeps: discounts({ failures: 1, errorCode: 'unreachable' }) },
      'none',
    ],
    [
      'the platform refuses a read with 403',
      { sweeps: discounts({ failures: 9, errorCode: 'forbidden' }) },
      'none',
    ],
    [
      'a step of a sweep fails repeatedly because of a fault of the app',
      { sweeps: discounts({ failures: 3, errorCode: 'internal' }) },
      'sync_failing',
    ],
    [
      'the platform refuses the request of the app as invalid',
      { sweeps: discounts({ failures: 3, errorCode: 'invalid_request' }) },
      'sync_failing',
    ],
    [
      'a step of a sweep failed once because of a fault of the app',
      { sweeps: discounts({ failures: 1, errorCode: 'internal' }) },
      'none',
    ],
    [
      'orders were never read completely',
      { sweeps: [sweep({ state: 'running', last: null })] },
      'wait_backfill',
    ],
    ['there is no sweep yet', { sweeps: [] }, 'wait_backfill'],
    ['orders are being read completely again', { sweeps: [sweep({ state: 'running' })] }, 'none'],
    [
      'the webhook subscription is inactive',
      { subscription: { ...well.subscription, state: 'inactive' } },
      'subscription_inactive_repairing',
    ],
    ['there is no webhook subscription', { subscription: { ...well.subscription, state: 'none' } }, 'none'],
    ['the oldest event has waited for more than a minute', { inbox: behind(61) }, 'inbox_behind'],
    ['the oldest event has waited for less than a minute', { inbox: behind(59) }, 'none'],
    ['the oldest dirty mark has waited for more than five minutes', { dirty: behind(301) }, 'reads_behind'],
    ['the oldest dirty mark has waited for less than five minutes', { dirty: behind(299) }, 'none'],
  ])('when %s', (_, change, expected) => expect(next(change)).toBe(expected));

  it('is the most serious condition', () => {
    const all = {
      sweeps: [
        sweep({ state: 'no_scope', last: null }),
        sweep({ kind: 'updated', failures: 3, errorCode: 'timed_out' }),
      ],
      subscription: { ...well.subscription, state: 'inactive' as const },
      inbox: behind(999),
      dirty: behind(999),
    };
    expect(next(all, { needsReconnect: true, isPaused: true })).toBe('reconnect');
    expect(next(all, { isPaused: true })).toBe('paused');
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

it('a missing scope of the orders is reported before the sweep of the orders has noticed it', () => {
  const failing = { sweeps: [sweep({ failures: 3, errorCode: 'unreachable' })] };
  expect(next({}, { mayReadOrders: false })).toBe('grant_scope');
  expect(next(failing, { mayReadOrders: false })).toBe('grant_scope');
  expect(next(failing, { mayReadOrders: false, isPaused: true })).toBe('paused');
});

describe('the state of the connection in the top row', () => {
  const ok = { needsReconnect: false, isPaused: false, areUpdatesOff: false, sweeps: [] };
  const failing = (errorCode: string, failures = 3) => [{ failures, errorCode }];
  it.each([
    ['there is no problem', {}, 'ok'],
    ['two reads failed', { sweeps: failing('timed_out', 2) }, 'ok'],
    ['a scope is missing', { sweeps: failing('missing_scope') }, 'ok'],
    ['the subscription is off', { areUpdatesOff: true }, 'updatesOff'],
    ['reads fail because of the app', { sweeps: failing('internal'), areUpdatesOff: true }, 'sync_failing'],
    [
      'the platform does not answer',
      { sweeps: failing('unreachable'), areUpdatesOff: true },
      'platform_unreachable',
    ],
    ['the store is paused', { isPaused: true, sweeps: failing('unreachable') }, 'paused'],
    ['the permission has ended', { needsReconnect: true, isPaused: true }, 'reconnect'],
  ] as const)('%s', (_, change, expected) => {
    expect(decideConnection({ ...ok, ...change })).toBe(expected);
  });
});
