import { expect, it } from 'vitest';
import { lastProblem } from './last-problem';
import type { QuarantineKind } from './quarantine-kind';
import type { SweepHealth } from './sync-health';

const sweep = (state: SweepHealth['state']): SweepHealth => ({
  resource: 'products',
  kind: 'full',
  state,
  last: null,
  running: null,
  nextAt: '2026-11-21T12:00:00.000Z',
  failures: 0,
  errorCode: null,
});
const ignored = (kind: QuarantineKind, day: number) => ({
  kind,
  events: 1,
  newestAt: `2026-11-${day}T12:00:00.000Z`,
});

it('the last problem is the newest update that was ignored; test events do not count', () => {
  const quarantined = [ignored('unreadable', 18), ignored('hostile', 20), ignored('test_on_real_store', 21)];
  expect(lastProblem({ sweeps: [sweep('ended')], quarantined })).toEqual({
    code: 'ignored',
    kind: 'hostile',
    at: '2026-11-20T12:00:00.000Z',
  });
});

it('the last problem is a read that fails now, even if an update was ignored', () => {
  expect(lastProblem({ sweeps: [sweep('failing')], quarantined: [ignored('hostile', 20)] })).toEqual({
    code: 'failing',
    resource: 'products',
  });
});

it('there is no last problem if no read fails and no update was ignored; a missing scope is not a failure', () => {
  expect(lastProblem({ sweeps: [sweep('no_scope')], quarantined: [] })).toBeNull();
});
