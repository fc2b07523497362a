import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pauseInstall, resumeInstall } from '@/lib/ops/change-install.server';
import { readSyncHealth } from '@/lib/mirror/health/read-sync-health.server';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import { type AppWorld, startAppWorld } from '@/tests/support/integration/app-world';

let world: AppWorld;
let installId: InstallId;
let other: InstallId;

beforeAll(async () => {
  world = await startAppWorld();
});
afterAll(() => world.stop());
beforeEach(async () => {
  installId = await world.install();
  other = await world.install({ store: 1 });
});

const health = () => readSyncHealth({ installId });
const ms = (at: string | null | undefined) => Date.parse(at ?? '');
/** Returns the time `seconds` ago by the clock of the database, in milliseconds since 1970. */
const agoOf = async (seconds: number) => {
  const [row] = await world.system<{ at: Date }>(`SELECT now() - $1 * interval '1 second' AS at`, [seconds]);
  return row?.at.getTime() ?? 0;
};

type Event = {
  topic?: string;
  state?: string;
  reason?: string;
  received?: number;
  occurred?: number | null;
  settled?: number | null;
  test?: boolean;
  of?: InstallId;
};
let events = 0;
/**
 * Inserts one webhook event into the inbox (the table of received deliveries). `received`, `occurred` and
 * `settled` are ages in seconds.
 */
async function event({
  topic = 'order.updated',
  state = 'settled',
  reason,
  received = 60,
  occurred = 60,
  settled = null,
  test = false,
  of = installId,
}: Event) {
  events += 1;
  await world.system(
    `INSERT INTO inbox (install_id, event_id, topic, state, reason, test, body, received_at, occurred_at, settled_at)
     VALUES ($1, $2, $3, $4, $5, $6, 'canary body', now() - $7 * interval '1 second',
       now() - $8 * interval '1 second', now() - $9 * interval '1 second')`,
    [of, `evt_${events}`, topic, state, reason ?? null, test, received, occurred, settled],
  );
}
/**
 * Inserts one drift entry: a difference that a sweep (a read of a whole list) found and corrected. `seconds`
 * is the age of the entry.
 */
async function drift({ resource = 'orders', foundBy = 'full', seconds = 0, of = installId }) {
  await world.sql.query('BEGIN; SET LOCAL ROLE daftar_app');
  await world.sql.query(`SELECT set_config('daftar.install_id', $1, true)`, [of]);
  await world.sql.query(
    `INSERT INTO drifts (install_id, id, resource, entity_id, found_by, fields, found_at)
     VALUES ($1, gen_random_uuid(), $2, 'x', $3, '{status}', now() - $4 * interval '1 second')`,
    [of, resource, foundBy, seconds],
  );
  await world.sql.query('COMMIT');
}

const sweep = (set: string, resource: string, kind: string, of = installId) =>
  world.system(`UPDATE sweeps SET ${set} WHERE install_id = $1 AND resource = $2 AND kind = $3`, [
    of,
    resource,
    kind,
  ]);

describe('the sync health of a mirror', () => {
  it('says to wait for the backfill of a new install, and shows no value that is unknown', async () => {
    const read = await health();
    expect(read).toMatchObject({
      lastEvent: null,
      lag: [],
      lagIsPartial: false,
      inbox: { count: 0, isMore: false, oldestAt: null },
      dirty: { count: 0, isMore: false, oldestAt: null },
      quarantined: [],
      drift: [],
      subscription: { state: 'pending', checkedAt: null },
      lastReconciledAt: null,
      missingScopes: [],
      nextStep: 'wait_backfill',
    });
    expect(read.sweeps).toHaveLength(12);
    for (const { state, last, running } of read.sweeps)
      expect({ state, last, running }).toEqual({ state: 'never', last: null, running: null });
  });

  it('shows the newest event, without test deliveries', async () => {
    await event({ topic: 'order.created', received: 50 });
    await event({ topic: 'order.paid', received: 40 });
    await event({ topic: 'product.updated', received: 30, test: true });
    const { lastEvent } = await health();
    expect(lastEvent?.topic).toBe('order.paid');
    expect(Math.abs(ms(lastEvent?.receivedAt) - (await agoOf(40)))).toBeLessThan(10_000);
  });

  it('U8: shows the lag by topic of events that reached the mirror in the last hour, never below zero', async () => {
    // Creates 100 events. The change of event number n reached the mirror (the app's copy) after n seconds (1 to 100
    // s).
    for (let seconds = 1; seconds <= 100; seconds++)
      await event({ occurred: 200, received: 190, settled: 200 - seconds });
    await event({ topic: 'order.created', occurred: 100, received: 110, settled: 109 });
    await event({ topic: 'order.paid', occurred: null, settled: 10 });
    // The lag is computed from events that were processed within the last hour. The event product.updated was in the
    // inbox for almost two hours and was processed in the last hour, so it counts. The event product.deleted was
    // processed earlier, so it does not count.
    await event({ topic: 'product.updated', occurred: 7_200, received: 7_190, settled: 100 });
    await event({ topic: 'product.deleted', occurred: 7_200, received: 7_190, settled: 7_000 });
    await event({ topic: 'order.cancelled', state: 'marked' });
    const { lag, lagIsPartial } = await health();
    expect(lag).toEqual([
      { topic: 'order.created', events: 1, p50Ms: 0, p95Ms: 0 },
      { topic: 'order.paid', events: 1, p50Ms: null, p95Ms: null },
      { topic: 'order.updated', events: 100, p50Ms: 50_000, p95Ms: 95_000 },
      { topic: 'product.updated', events: 1, p50Ms: 7_100_000, p95Ms: 7_100_000 },
    ]);
    expect(lagIsPartial).toBe(false);
  });

  it('reads at most 5,000 events for the lag, and reports that the lag is partial', async () => {
    await world.system(
      `INSERT INTO inbox (install_id, event_id, topic, state, occurred_at, settled_at)
       SELECT $1, 'evt_many_' || n, 'order.updated', 'settled', now() - interval '2 seconds', now() - interval '1 second'
       FROM generate_series(1, 5001) n`,
      [installId],
    );
    const { lag, lagIsPartial } = await health();
    expect(lag).toEqual([{ topic: 'order.updated', events: 5_000, p50Ms: 1_000, p95Ms: 1_000 }]);
    expect(lagIsPartial).toBe(true);
  });

  it('shows how many stored events and marked entities wait, and since when', async () => {
    await sweep('ended_at = now(), ended_fetched = 1, ended_seconds = 1', 'orders', 'full');
    await event({ state: 'stored', received: 30 });
    await event({ state: 'stored', received: 90 });
    await event({ state: 'marked', received: 300 });
    await world.system(
      `INSERT INTO dirty_marks (install_id, kind, entity_id, mark, marked_at) VALUES
        ($1, 'order', 'ord_1', 1, now() - interval '100 seconds'), ($1, 'product', 'prod_1', 2, now() - interval '400 seconds')`,
      [installId],
    );
    const read = await health();
    expect(read.inbox).toMatchObject({ count: 2, isMore: false });
    expect(Math.abs(ms(read.inbox.oldestAt) - (await agoOf(90)))).toBeLessThan(10_000);
    expect(read.dirty).toMatchObject({ count: 2, isMore: false });
    expect(Math.abs(ms(read.dirty.oldestAt) - (await agoOf(400)))).toBeLessThan(10_000);
    expect(read.nextStep).toBe('inbox_behind');
    await world.system(`UPDATE inbox SET state = 'ignored' WHERE install_id = $1`, [installId]);
    expect((await health()).nextStep).toBe('reads_behind');
  });

  it('does not count waiting reads of a resource without its scope', async () => {
    await world.system(
      `INSERT INTO dirty_marks (install_id, kind, entity_id, mark, marked_at) VALUES
        ($1, 'order', 'ord_1', 1, now()), ($1, 'product', 'prod_1', 2, now() - interval '400 seconds')`,
      [installId],
    );
    await sweep('ended_at = now()', 'orders', 'full');
    expect(await health()).toMatchObject({ dirty: { count: 2 }, nextStep: 'reads_behind' });
    await sweep(`last_error = 'missing_scope'`, 'products', 'full');
    expect(await health()).toMatchObject({ dirty: { count: 1 }, nextStep: 'none' });
  });

  it('shows quarantined events of 7 days by reason, and the drift that was found', async () => {
    const day = 86_400;
    for (const received of [1, 2, 3])
      await event({ state: 'quarantined', reason: 'unknown_topic', received });
    await event({ state: 'quarantined', reason: 'bad_json', received: 6 * day });
    await event({ state: 'quarantined', reason: 'bad_json', received: 8 * day });
    for (const [resource, foundBy, days] of [
      ['orders', 'sample', 0],
      ['orders', 'sample', 2],
      ['orders', 'full', 3],
      ['products', 'sample', 8],
    ] as const)
      await drift({ resource, foundBy, seconds: days * day });
    const read = await health();
    expect(read.quarantined).toMatchObject([
      { reason: 'unknown_topic', events: 3 },
      { reason: 'bad_json', events: 1 },
    ]);
    expect(read.drift).toEqual([
      { resource: 'orders', foundBy: 'full', lastDay: 0, lastWeek: 1 },
      { resource: 'orders', foundBy: 'sample', lastDay: 1, lastWeek: 2 },
    ]);
  });

  it('counts the differences that were corrected since the last full sweeps began, and shows when the app was installed', async () => {
    await world.system(`UPDATE installs SET installed_at = now() - interval '3 days' WHERE install_id = $1`, [
      installId,
    ]);
    const before = await health();
    expect(before.corrected).toBe(0);
    expect(Math.abs(ms(before.installedAt) - (await agoOf(3 * 86_400)))).toBeLessThan(10_000);
    await sweep(`ended_at = now() - interval '5 minutes', ended_seconds = 60`, 'orders', 'full');
    await sweep(`ended_at = now() - interval '1 minute', ended_seconds = 1`, 'products', 'full');
    for (const seconds of [10, 350, 400]) await drift({ seconds });
    await drift({ seconds: 10, of: other });
    expect((await health()).corrected).toBe(2);
  });

  it.each([
    ['active', `'active', 'sub_1', NULL`, 'active', 'none'],
    ['being asked for', `'none', NULL, now()`, 'pending', 'none'],
    ['disabled by the platform', `'disabled', 'sub_1', NULL`, 'inactive', 'subscription_inactive_repairing'],
    ['deleted on purpose', `'revoked', NULL, NULL`, 'none', 'none'],
  ])('shows that the subscription is %s', async (_, values, state, nextStep) => {
    await sweep('ended_at = now(), ended_fetched = 1, ended_seconds = 1', 'orders', 'full');
    await world.system(
      `INSERT INTO webhook_secrets (install_id, store_id, checked_at, status, subscription_id, pending_since)
       VALUES ($1, 'store', now(), ${values})
       ON CONFLICT (install_id) DO UPDATE SET status = excluded.status, subscription_id = excluded.subscription_id,
         pending_since = excluded.pending_since, checked_at = excluded.checked_at`,
      [installId],
    );
    const read = await health();
    expect(read.subscription.state).toBe(state);
    expect(read.subscription.checkedAt).not.toBeNull();
    expect(read.nextStep).toBe(nextStep);
  });

  it('shows the state of each sweep, and when a running sweep may end, if that is known', async () => {
    const find = async (resource: string, kind: string) => {
      const { sweeps } = await health();
      return sweeps.find((one) => one.resource === resource && one.kind === kind);
    };
    const run = `started_at = now() - interval '60 seconds', fetched = 3000, reached_back = '2026-01-02T03:04:05Z'`;
    await sweep(run, 'orders', 'full');
    const first = await find('orders', 'full');
    expect(first).toMatchObject({
      state: 'running',
      last: null,
      running: { rows: 3_000, reachedBack: '2026-01-02T03:04:05.000Z', endsAt: null },
    });
    // Without an earlier sweep (a read of a whole list), the app cannot estimate the total number of rows. So the
    // screen shows only the speed of the current sweep.
    expect(first?.running?.rowsPerMinute).toBeGreaterThan(2_000);
    await sweep(
      `ended_at = now() - interval '7 days', ended_fetched = 9000, ended_seconds = 180`,
      'orders',
      'full',
    );
    const second = await find('orders', 'full');
    expect(second?.last).toMatchObject({ rows: 9_000, seconds: 180 });
    expect(Math.abs(ms(second?.running?.endsAt) - (await agoOf(-120)))).toBeLessThan(20_000);
    await sweep('fetched = 9001', 'orders', 'full');
    expect((await find('orders', 'full'))?.running?.endsAt).toBeNull();
    await sweep(`${run}, ended_fetched = 9000`, 'orders', 'updated');
    expect((await find('orders', 'updated'))?.running?.endsAt).toBeNull();
    await sweep(`started_at = now(), fetched = 100, ended_fetched = 9000`, 'products', 'full');
    expect((await find('products', 'full'))?.running).toMatchObject({ rowsPerMinute: null, endsAt: null });
    await sweep(`failures = 3, last_error = 'timed_out'`, 'products', 'updated');
    expect(await find('products', 'updated')).toMatchObject({
      state: 'failing',
      failures: 3,
      errorCode: 'timed_out',
    });
    expect((await health()).nextStep).toBe('platform_unreachable');
    await sweep(`failures = 1, last_error = 'missing_scope'`, 'discounts', 'full');
    expect(await find('discounts', 'full')).toMatchObject({ state: 'no_scope' });
    expect(await health()).toMatchObject({ missingScopes: ['discounts:read'] });
  });

  it('reports as the time of the last reconciliation only the oldest time among the resources that the app may read', async () => {
    const reconciled = async () => (await health()).lastReconciledAt;
    const ended = (days: number) => `ended_at = '2026-01-0${days}T00:00:00Z'`;
    const day = (days: number) => `2026-01-0${days}T00:00:00.000Z`;
    await sweep(ended(1), 'orders', 'full');
    await sweep(ended(5), 'orders', 'updated');
    await sweep(ended(4), 'products', 'full');
    // The sweeps (reads of a list) `full` and `updated` set the time of the last reconciliation. The sweeps `created`
    // and `sample` must not set this time, because they do not read all changes.
    await sweep(ended(9), 'orders', 'created');
    await sweep(ended(9), 'products', 'sample');
    expect(await reconciled()).toBeNull();
    await sweep(ended(3), 'movements', 'updated');
    expect(await reconciled()).toBe(day(3));
    await sweep(ended(6), 'movements', 'full');
    expect(await reconciled()).toBe(day(4));
    await sweep(`last_error = 'missing_scope'`, 'products', 'full');
    expect(await reconciled()).toBe(day(5));
    for (const resource of ['orders', 'movements'])
      await sweep(`last_error = 'missing_scope'`, resource, 'full');
    expect(await reconciled()).toBeNull();
  });

  it('GEN-1: shows nothing of another install and no content of an event', async () => {
    await event({ of: other, state: 'stored', received: 999 });
    await event({ of: other, state: 'quarantined', reason: 'theirs' });
    await event({ of: other, settled: 1 });
    await world.system(
      `INSERT INTO dirty_marks (install_id, kind, entity_id, mark) VALUES ($1, 'order', 'theirs', 1)`,
      [other],
    );
    await sweep(`failures = 9, last_error = 'unreachable'`, 'orders', 'full', other);
    await event({ settled: 1 });
    const read = await health();
    expect(read).toMatchObject({
      inbox: { count: 0 },
      dirty: { count: 0 },
      quarantined: [],
      lag: [{ events: 1 }],
      nextStep: 'wait_backfill',
    });
    for (const text of ['theirs', 'canary', other]) expect(JSON.stringify(read)).not.toContain(text);
  });
});

it('says that the scope to read orders is missing as soon as the install lacks it', async () => {
  expect((await health()).nextStep).toBe('wait_backfill');
  await world.system(
    `UPDATE installs SET effective_scopes = array_remove(effective_scopes, 'orders:read') WHERE install_id = $1`,
    [installId],
  );
  expect((await health()).nextStep).toBe('grant_scope');
});

describe('a pause by the publisher', () => {
  it('is reported until the publisher resumes the store', async () => {
    await pauseInstall(installId);
    expect((await health()).nextStep).toBe('paused');
    await resumeInstall(installId);
    expect((await health()).nextStep).toBe('wait_backfill');
  });
});

describe('a lost connection', () => {
  it.each(['refused', 'reconnect'])('must be connected again by the merchant (%s)', async (state) => {
    await world.system('UPDATE install_tokens SET state = $2 WHERE install_id = $1', [installId, state]);
    expect((await health()).nextStep).toBe('reconnect');
  });
});
