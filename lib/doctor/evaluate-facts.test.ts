import { describe, expect, it } from 'vitest';
import {
  type DoctorFacts,
  type FindingCode,
  evaluateFacts,
  evaluateStore,
  states,
  type StoreFacts,
} from '@/lib/doctor/evaluate-facts';

const now = new Date('2026-11-22T12:00:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
const well: DoctorFacts & StoreFacts = {
  database: { ms: 3 },
  migrations: { pending: [], unknown: [] },
  login: { login: 'web', ownsTables: false, excess: [], isOpen: false },
  keys: { ring: ['b', 'a'], used: [{ id: 'b', since: daysAgo(10) }], values: [] },
  ledger: { state: 'ok', stores: 2, newest: daysAgo(1) },
  replica: 'ok',
  oauth: { problem: null },
  platform: { ms: 40, skewMs: 900 },
  stores: [],
  install: {
    subscription: 'active',
    token: 'active',
    granted: ['orders:read', 'orders:write'],
    effective: ['orders:write', 'orders:read'],
  },
};
const install = (change: object) =>
  ({ install: { ...(well.install as object), ...change } }) as Partial<StoreFacts>;
const login = (change: object) =>
  ({ login: { ...(well.login as object), ...change } }) as Partial<DoctorFacts>;
/**
 * Runs the checks of the deployment and of a store. Both lists contain the platform check, so its finding is taken from
 * the deployment only.
 */
const evaluateAll = (facts: DoctorFacts & StoreFacts) => [
  ...evaluateFacts(facts, now),
  ...evaluateStore(facts).filter(({ code }) => !code.startsWith('platform')),
];

const cases: [string, Partial<DoctorFacts & StoreFacts>, FindingCode, string?][] = [
  ['a slow database', { database: { ms: 251 } }, 'database_slow'],
  ['no database', { database: null }, 'database_down'],
  ['a migration to come', { migrations: { pending: ['x'], unknown: ['y'] } }, 'migrations_pending', 'x'],
  ['a database of a newer version', { migrations: { pending: [], unknown: ['y'] } }, 'migrations_newer', 'y'],
  ['migrations that may not be read', { migrations: null }, 'migrations_unread'],
  ['a login that owns the tables', login({ ownsTables: true, excess: ['CREATEROLE'] }), 'login_owner', 'web'],
  [
    'a login with a right too many',
    login({ excess: ['CREATEROLE', 'member of pg_monitor'] }),
    'login_excess',
    'web: CREATEROLE, member of pg_monitor',
  ],
  ['a database that each login of the server may open', login({ isOpen: true }), 'login_open'],
  ['rights that may not be read', { login: null }, 'login_unread'],
  [
    'a store whose webhook is refused for ever',
    { stores: [{ installId: 'inst_1', reasons: ['webhook_refused'] }] },
    'stores_stuck',
    'inst_1 webhook_refused',
  ],
  [
    'a store that its merchant must connect again',
    { stores: [{ installId: 'inst_2', reasons: ['reconnect_needed'] }] },
    'stores_reconnect',
    'inst_2 reconnect_needed',
  ],
  ['stores that can not be read', { stores: null }, 'stores_unread'],
  [
    'a key that left the ring while values were under it',
    {
      keys: {
        ring: ['b'],
        used: [
          { id: 'a', since: now },
          { id: 'b', since: now },
        ],
        values: [
          { column: 'quotes.draft_enc', ringId: 'a', values: 2 },
          { column: 'orders.note_enc', ringId: 'a', values: 1 },
        ],
      },
    },
    'keys_missing',
    'a (3)',
  ],
  [
    'a data key that does not exist',
    {
      keys: {
        ring: ['b'],
        used: [{ id: 'b', since: now }],
        values: [{ column: 'quotes.draft_enc', ringId: null, values: 2 }],
      },
    },
    'keys_lost',
    'quotes.draft_enc 2',
  ],
  [
    'a rotation that is not over',
    { keys: { ring: ['b', 'a'], used: [{ id: 'a', since: daysAgo(900) }], values: [] } },
    'keys_old_in_use',
    'a (0)',
  ],
  [
    'an old key',
    { keys: { ring: ['b'], used: [{ id: 'b', since: daysAgo(366) }], values: [] } },
    'keys_aged',
    'b',
  ],
  ['keys that may not be looked for', { keys: null }, 'keys_unread'],
  ['no secret ledger', { ledger: { state: 'unset' } }, 'ledger_unset'],
  ['a secret ledger that does not answer', { ledger: { state: 'down' } }, 'ledger_down'],
  ['the ledger of another deployment', { ledger: { state: 'other' } }, 'ledger_other'],
  ['a database that is older than its ledger', { ledger: { state: 'restored' } }, 'ledger_restored'],
  ['a ledger that cannot be compared with the database', { ledger: null }, 'ledger_unread'],
  ['a read replica that has not caught up', { replica: 'behind' }, 'replica_behind'],
  ['a server that is not a replica of the database', { replica: 'unfit' }, 'replica_unfit'],
  ['a read replica that does not answer', { replica: 'unreachable' }, 'replica_unreachable'],
  ['a read replica that cannot be compared with the database', { replica: null }, 'replica_unread'],
  [
    'metadata that cannot be read',
    { oauth: { problem: { code: 'unreachable', message: 'why' } } },
    'oauth_unreachable',
    'why',
  ],
  [
    'metadata that must not be used',
    { oauth: { problem: { code: 'refused', message: 'why' } } },
    'oauth_refused',
    'why',
  ],
  ['a slow platform', { platform: { ms: 2_001, skewMs: 0 } }, 'platform_slow'],
  ['no platform', { platform: null }, 'platform_down'],
  ['a clock that is behind', { platform: { ms: 1, skewMs: 31_000 } }, 'clock_off'],
  ['a clock that is ahead', { platform: { ms: 1, skewMs: -31_000 } }, 'clock_off'],
  ['refused tokens', install({ token: 'refused' }), 'token_refused'],
  ['a subscription on its way', install({ subscription: 'pending' }), 'subscription_pending'],
  ['a subscription that was disabled', install({ subscription: 'inactive' }), 'subscription_off'],
  ['no subscription', install({ subscription: 'none' }), 'subscription_off'],
  ['a scope that was switched off', install({ effective: ['orders:read'] }), 'scopes_off', 'orders:write'],
];

describe('the doctor', () => {
  it('reports no problem if everything is healthy', () => {
    expect(evaluateAll(well).map(({ state, code }) => [state, code])).toEqual([
      ['ok', 'database_ok'],
      ['ok', 'migrations_ok'],
      ['ok', 'login_ok'],
      ['ok', 'keys_ok'],
      ['ok', 'ledger_ok'],
      ['ok', 'replica_ok'],
      ['ok', 'oauth_ok'],
      ['ok', 'platform_ok'],
      ['ok', 'clock_ok'],
      ['ok', 'stores_ok'],
      ['ok', 'token_ok'],
      ['ok', 'subscription_ok'],
      ['ok', 'scopes_ok'],
    ]);
  });

  it('does not require a second login if the deployment has only one by design', () => {
    const codes = evaluateFacts({ ...well, login: undefined }, now).map(({ code }) => code);
    expect(codes.filter((code) => code.startsWith('login'))).toEqual([]);
  });

  it('requires a secret ledger only in production', () => {
    const codes = evaluateFacts({ ...well, ledger: undefined }, now).map(({ code }) => code);
    expect(codes.filter((code) => code.startsWith('ledger'))).toEqual([]);
  });

  it('reports no read replica if the deployment has none', () => {
    const codes = evaluateFacts({ ...well, replica: undefined }, now).map(({ code }) => code);
    expect(codes.filter((code) => code.startsWith('replica'))).toEqual([]);
  });

  it('names the time of the newest entry of the secret ledger', () => {
    const findings = evaluateFacts(well, now);
    expect(findings.find(({ code }) => code === 'ledger_ok')?.values).toEqual({
      count: 2,
      names: '2026-11-21 12:00:00 UTC',
    });
  });

  it.each(cases)('finds %s', (_, change, code, names = '') => {
    const findings = evaluateAll({ ...well, ...change }).filter(({ state }) => state !== 'ok');
    expect(findings.map((finding) => [finding.code, finding.values.names])).toEqual([[code, names]]);
  });

  it('has a test case for every code that is not ok', () => {
    const notOk = Object.entries(states).flatMap(([code, state]) => (state === 'ok' ? [] : [code]));
    expect([...new Set(cases.map(([, , code]) => code))].sort()).toEqual(notOk.sort());
  });

  it('shows the staff of a store no fact about the deployment', () => {
    const broken = {
      ...well,
      database: null,
      migrations: null,
      keys: null,
      platform: { ms: 1, skewMs: 99_000 },
    };
    const codes = evaluateStore(broken).map(({ code }) => code);
    expect(codes).toEqual(['platform_ok', 'token_ok', 'subscription_ok', 'scopes_ok']);
    expect(evaluateStore({ platform: null, install: null }).map(({ code }) => code)).toEqual([
      'platform_down',
    ]);
  });

  it('does not report a scope that the platform has added', () => {
    const added = install({ granted: ['orders:read', 'tomorrow:read'], effective: ['orders:read'] });
    expect(evaluateAll({ ...well, ...added }).every(({ state }) => state === 'ok')).toBe(true);
  });
});
