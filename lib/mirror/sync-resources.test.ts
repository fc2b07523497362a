import { describe, expect, it } from 'vitest';
import type { SweepHealth } from '@/lib/mirror/health/sync-health';
import { isRepairing, resourcesOf } from './sync-resources';

const readAt = '2026-11-21T12:00:00.000Z';
const later = '2026-11-21T13:00:00.000Z';
const last = { endedAt: '2026-11-21T11:00:00.000Z', rows: 10, seconds: 2 };
const running = { startedAt: readAt, rows: 3, rowsPerMinute: null, reachedBack: null, endsAt: null };
const sweep = (change: Partial<SweepHealth>): SweepHealth => ({
  resource: 'orders',
  kind: 'full',
  state: 'ended',
  last,
  running: null,
  nextAt: later,
  failures: 0,
  errorCode: null,
  ...change,
});
const stateOf = (...sweeps: Partial<SweepHealth>[]) => resourcesOf(sweeps.map(sweep), readAt)[0]?.state;

describe('the sync state of a resource', () => {
  it.each<[string, Partial<SweepHealth>[], string]>([
    ['ended', [{}], 'ended'],
    ['never read, and due later', [{ state: 'never', last: null }], 'never'],
    ['never read, and due now', [{ state: 'never', last: null, nextAt: readAt }], 'waiting'],
    ['requested', [{ nextAt: readAt }], 'waiting'],
    ['being read', [{ state: 'running', running, nextAt: readAt }], 'running'],
    ['failing', [{ state: 'failing', failures: 2 }], 'failing'],
    ['failing because its changes cannot be read', [{}, { kind: 'updated', state: 'failing' }], 'failing'],
    ['due, but the app lacks its scope', [{ state: 'no_scope', nextAt: readAt }], 'no_scope'],
  ])('%s: %s', (_, sweeps, state) => {
    expect(stateOf(...sweeps)).toBe(state);
  });

  it('is listed in a fixed order, with the last read of changes next to the last full read', () => {
    const changes = { endedAt: readAt, rows: 1, seconds: 1 };
    const resources = resourcesOf(
      [
        sweep({ resource: 'store' }),
        sweep({ resource: 'newer' }),
        sweep({ kind: 'updated', last: changes }),
        sweep({}),
        sweep({ resource: 'products', kind: 'sample' }),
      ],
      readAt,
    );
    expect(resources.map(({ resource }) => resource)).toEqual(['orders', 'store', 'newer']);
    expect(resources[0]).toMatchObject({ whole: last, changesReadAt: readAt });
    expect(resources[1]).toMatchObject({ changesReadAt: null });
  });

  it('counts as a repair while a full read is in progress or due', () => {
    const of = (change: Partial<SweepHealth>) => isRepairing(resourcesOf([sweep({}), sweep(change)], readAt));
    expect(of({ resource: 'store' })).toBe(false);
    expect(of({ resource: 'store', nextAt: readAt })).toBe(true);
    expect(of({ resource: 'store', nextAt: readAt, state: 'no_scope' })).toBe(false);
  });
});
