import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { completeInstall } from '@/lib/installs/complete-install.server';
import { installClient } from '@/lib/installs/install-client.server';
import { tokenSource } from '@/lib/installs/tokens/token-source.server';
import { ReconnectRequired } from 'commerce-platform-client/platform-error';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import { type AppWorld, startAppWorld } from '@/tests/support/integration/app-world';
import { type Program, startProgram } from '@/tests/support/stack/program';
import { eventually } from '@/tests/support/stack/eventually';
import { type Proxy, startProxy } from '@/tests/support/platform/proxy';

let world: AppWorld;
let proxy: Proxy;

beforeAll(async () => {
  proxy = await startProxy();
  world = await startAppWorld({ proxy });
});
afterAll(async () => {
  await world.stop();
  await proxy.stop();
});
afterEach(async () => {
  await world.sandbox.control('DELETE', '/faults');
  proxy.requests.length = 0;
});

const tokenRequests = () => proxy.count('POST /oauth/token');
const read = async (installId: InstallId) =>
  (await installClient(installId, 'person').getInstallation()).body.data.install.id;

type Row = { state: string; version: number; sent_count: number };
/** Returns the install's row of install_tokens. The tokens of the grant have version 1, and each refresh adds 1. */
async function rowOf(installId: InstallId): Promise<Row | undefined> {
  const [row] = await world.system<Row>(
    'SELECT state, version, sent_count FROM install_tokens WHERE install_id = $1',
    [installId],
  );
  return row && { ...row, version: row.version - (granted.get(installId) ?? 0) + 1 };
}
const granted = new Map<InstallId, number>();

async function connect(options?: Parameters<AppWorld['install']>[0]): Promise<InstallId> {
  const installId = await world.install(options);
  granted.delete(installId);
  granted.set(installId, ((await rowOf(installId))?.version ?? 1) - 1);
  return installId;
}

/**
 * Makes the access token expire in `seconds` from now, as if it had been issued one hour before its expiry.
 */
const endsIn = (installId: InstallId, seconds: number) =>
  world.system(
    `UPDATE install_tokens SET expires_at = now() + $2 * interval '1 second',
       obtained_at = now() + ($2 - 3600) * interval '1 second' WHERE install_id = $1`,
    [installId, seconds],
  );

describe('a refresh token is used once', () => {
  let programs: Program[];
  beforeAll(async () => {
    programs = await Promise.all(Array.from({ length: 8 }, () => startProgram(world.appEnv)));
    // Each program makes one call before the tests, so that its modules are loaded and its database connections are
    // open. This can take long for eight programs on a small machine, so it is done before the time limits of the tests
    // begin.
    const warmUp = await connect();
    for (const program of programs) await program.run('read-installation', warmUp);
    proxy.requests.length = 0;
  });
  afterAll(() => Promise.all(programs.map((program) => program.stop())));

  it.each([
    ['past 80 % of its life', 600],
    ['expired', -1],
  ])(
    'AUT-4: 8 processes at the same time with an access token %s send one refresh, and none fails',
    async (_, seconds) => {
      const installId = await connect();
      await endsIn(installId, seconds);
      const outcomes = await Promise.all(
        programs.map((program) => program.run('read-installation', installId)),
      );
      expect(outcomes).toEqual(Array.from({ length: 8 }, () => ({ ok: true, value: installId })));
      expect(tokenRequests()).toBe(1);
      expect(await rowOf(installId)).toEqual({ state: 'active', version: 2, sent_count: 0 });
    },
  );

  it('before 80 % of the access token lifetime nothing is refreshed', async () => {
    const installId = await connect();
    await endsIn(installId, 730);
    expect(await read(installId)).toBe(installId);
    expect(tokenRequests()).toBe(0);
  });
});

describe('AUT-1 AUT-9: an access token refused with 401', () => {
  it('is refreshed once, and the call succeeds', async () => {
    const installId = await connect();
    await world.sandbox.control('POST', '/faults', { on: 'api', effect: 'status', status: 401, count: 1 });
    expect(await read(installId)).toBe(installId);
    expect(tokenRequests()).toBe(1);
    expect(await rowOf(installId)).toMatchObject({ state: 'active', version: 2 });
  });

  it('requires a reconnect if the refreshed token is refused too: 2 bad calls reach the platform, then none', async () => {
    const installId = await connect();
    await world.sandbox.control('POST', '/faults', { on: 'api', effect: 'status', status: 401 });
    for (let call = 0; call < 5; call++) await expect(read(installId)).rejects.toThrow(ReconnectRequired);
    expect(proxy.count('GET /v1/installation')).toBe(2);
    expect(tokenRequests()).toBe(1);
    expect(await rowOf(installId)).toMatchObject({ state: 'reconnect' });
  });

  it('because the member left causes at most 2 bad calls, and calls work again after a new grant', async () => {
    const installId = await connect();
    await world.sandbox.control('PATCH', `/installs/${installId}`, { member_active: false });
    for (let call = 0; call < 5; call++) await expect(read(installId)).rejects.toThrow(ReconnectRequired);
    expect(proxy.count('GET /v1/installation')).toBeLessThanOrEqual(2);
    expect(tokenRequests()).toBe(1);
    await world.sandbox.control('PATCH', `/installs/${installId}`, { member_active: true });
    await grantAgain(installId);
    expect(await read(installId)).toBe(installId);
  });

  it('is replaced by a refreshed token that only one call tries; if any call reports this token as refused, a reconnect is required', async () => {
    const installId = await connect();
    const source = tokenSource(installId);
    const old = await source.current(AbortSignal.timeout(10_000));
    await source.refused(old.version, false);
    const successor = await source.current(AbortSignal.timeout(10_000));
    expect(successor.version).toBe(old.version + 1);
    await expect(tokenSource(installId).current(AbortSignal.timeout(500))).rejects.toMatchObject({
      name: 'TimeoutError',
    });
    await source.refused(successor.version, false);
    await expect(source.current(AbortSignal.timeout(10_000))).rejects.toThrow(ReconnectRequired);
    expect(tokenRequests()).toBe(1);
  });

  it('is replaced by a token that is refreshed normally an hour later, without a trial', async () => {
    const installId = await connect();
    const source = tokenSource(installId);
    const old = await source.current(AbortSignal.timeout(10_000));
    await source.refused(old.version, false);
    await source.current(AbortSignal.timeout(10_000));
    await endsIn(installId, 600);
    await world.system(
      `UPDATE install_tokens SET trial_until = now() - interval '50 minutes' WHERE install_id = $1`,
      [installId],
    );
    await source.current(AbortSignal.timeout(10_000));
    const other = await tokenSource(installId).current(AbortSignal.timeout(1_000));
    expect(other.version).toBe(old.version + 2);
  });

  it('that two calls report at the same time is refreshed, and no reconnect is required', async () => {
    const installId = await connect();
    const source = tokenSource(installId);
    const old = await source.current(AbortSignal.timeout(10_000));
    // This transaction makes the same change as the first call would make. It locks the table first, so that the second
    // call waits before its first change.
    await world.sql.query('BEGIN; LOCK TABLE install_tokens; SET LOCAL ROLE daftar_system');
    const second = source.refused(old.version, false);
    await eventually('the second call waits for the table', async () => {
      const { rowCount } = await world.sql.query('SELECT FROM pg_locks WHERE NOT granted');
      return rowCount !== 0;
    });
    await world.sql.query(
      `UPDATE install_tokens SET expires_at = t.now, trial_until = t.now
       FROM (SELECT clock_timestamp() AS now) t WHERE install_id = $1`,
      [installId],
    );
    await world.sql.query('COMMIT');
    await second;
    expect(await rowOf(installId)).toMatchObject({ state: 'active' });
    expect((await source.current(AbortSignal.timeout(10_000))).version).toBe(old.version + 1);
    expect(tokenRequests()).toBe(1);
  });

  it('that is reported late does not change the refreshed token', async () => {
    const installId = await connect();
    const source = tokenSource(installId);
    const old = await source.current(AbortSignal.timeout(10_000));
    await endsIn(installId, -1);
    expect((await source.current(AbortSignal.timeout(10_000))).version).toBe(old.version + 1);
    await source.refused(old.version, false);
    await source.refused(old.version, true);
    expect((await source.current(AbortSignal.timeout(10_000))).version).toBe(old.version + 1);
    expect(tokenRequests()).toBe(1);
  });
});

describe('a store that uninstalled the app and connected again with its old install id', () => {
  it('A21: a late refusal of the old token does not disconnect the new grant', async () => {
    const installId = await connect();
    const source = tokenSource(installId);
    const old = await source.current(AbortSignal.timeout(10_000));
    await world.sandbox.control('DELETE', `/installs/${installId}`);
    await world.system('DELETE FROM install_tokens WHERE install_id = $1', [installId]);
    expect(await world.install({ reuse_install_id: true })).toBe(installId);
    await source.refused(old.version, false);
    await source.refused(old.version, true);
    expect(await rowOf(installId)).toMatchObject({ state: 'active' });
    expect(await read(installId)).toBe(installId);
    expect(tokenRequests()).toBe(0);
  });
});

describe('S9 AUT-4: a refresh without a response', () => {
  it('is sent once more within the race rule; then the access token is used until it expires', async () => {
    const installId = await connect();
    await endsIn(installId, 600);
    await world.sandbox.control('POST', '/faults', { on: 'oauth', effect: 'drop_response', count: 1 });
    for (let call = 0; call < 3; call++) expect(await read(installId)).toBe(installId);
    expect(tokenRequests()).toBe(2);
    expect(await rowOf(installId)).toMatchObject({ state: 'refused', version: 1 });
    await endsIn(installId, -1);
    await expect(read(installId)).rejects.toThrow(ReconnectRequired);
    expect(tokenRequests()).toBe(2);
  });

  it('sent more than 17 s ago is not sent again before the expiry, because the platform could revoke the family', async () => {
    const installId = await connect();
    await endsIn(installId, 600);
    await world.sandbox.control('POST', '/faults', { on: 'oauth', effect: 'drop_response' });
    await world.system(
      `UPDATE install_tokens SET sent_at = now() - interval '18 seconds', sent_count = 1 WHERE install_id = $1`,
      [installId],
    );
    expect(await read(installId)).toBe(installId);
    expect(tokenRequests()).toBe(0);
  });

  it('that never arrived is sent again', async () => {
    const installId = await connect();
    await endsIn(installId, 600);
    await world.sandbox.control('POST', '/faults', { on: 'oauth', effect: 'drop_request', count: 1 });
    expect(await read(installId)).toBe(installId);
    expect(await rowOf(installId)).toEqual({ state: 'active', version: 2, sent_count: 0 });
  });

  it('that failed twice because the token server is down is tried a last time at the expiry, and succeeds', async () => {
    const installId = await connect();
    await endsIn(installId, 600);
    await world.sandbox.control('POST', '/faults', { on: 'oauth', effect: 'status', status: 503, count: 2 });
    for (let call = 0; call < 3; call++) expect(await read(installId)).toBe(installId);
    expect(tokenRequests()).toBe(2);
    await endsIn(installId, -1);
    expect(await read(installId)).toBe(installId);
    expect(await rowOf(installId)).toEqual({ state: 'active', version: 2, sent_count: 0 });
  });
});

describe('a call that waits for a token', () => {
  it('fails with not_sent if there is no usable token and the token endpoint does not respond', async () => {
    const installId = await connect();
    await endsIn(installId, -1);
    await world.system(
      `UPDATE install_tokens SET sent_at = now() + interval '1 minute', sent_count = 2 WHERE install_id = $1`,
      [installId],
    );
    await expect(installClient(installId, 'person').deleteWebhook()).rejects.toMatchObject({
      status: 0,
      code: 'not_sent',
    });
    expect(proxy.requests).toEqual([]);
  });

  it('ends at its deadline with nothing sent, while another process refreshes', async () => {
    const installId = await connect();
    await endsIn(installId, -1);
    await world.system(
      `UPDATE install_tokens SET lease_until = now() + interval '1 hour', sent_at = now(), sent_count = 1
       WHERE install_id = $1`,
      [installId],
    );
    await expect(
      installClient(installId, 'person').getInstallation({ deadlineMs: 300 }),
    ).rejects.toMatchObject({ status: 0, code: 'not_sent' });
    await expect(tokenSource(installId).current(AbortSignal.timeout(300))).rejects.toMatchObject({
      name: 'TimeoutError',
    });
    expect(proxy.requests).toEqual([]);
  });

  it('AUT-4: that times out does not cancel the refresh; its tokens are still stored', async () => {
    const installId = await connect();
    await endsIn(installId, -1);
    await world.sandbox.control('POST', '/faults', {
      on: 'oauth',
      effect: 'delay',
      delay_ms: 1_000,
      count: 1,
    });
    const leaving = new AbortController();
    const waiting = tokenSource(installId).current(leaving.signal);
    await expect.poll(tokenRequests).toBe(1);
    leaving.abort();
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
    await expect
      .poll(() => rowOf(installId), { timeout: 10_000 })
      .toEqual({ state: 'active', version: 2, sent_count: 0 });
  });
});

describe('AUT-4: a process that is paused', () => {
  it('between saving and sending does not send, because another process may have sent and the family would be revoked', async () => {
    const installId = await connect();
    await endsIn(installId, 600);
    // Simulates a paused process: each time that the app reads the clock, at least 3 s have passed since the previous
    // reading.
    const now = performance.now.bind(performance);
    let looks = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + 3_000 * looks++);
    expect(await read(installId)).toBe(installId);
    clock.mockRestore();
    expect(tokenRequests()).toBe(0);
    expect(await rowOf(installId)).toEqual({ state: 'active', version: 1, sent_count: 0 });
    // The lease (the right to refresh the token) of the paused process lasts 15 s. Another process may already refresh
    // the token after 1 s. So a paused process does not block the other processes for all 15 s.
    await sleep(1_100);
    expect(await read(installId)).toBe(installId);
    expect(tokenRequests()).toBe(1);
    expect(await rowOf(installId)).toEqual({ state: 'active', version: 2, sent_count: 0 });
  });

  it('between deciding and saving does not send again if the time limit has passed meanwhile', async () => {
    const installId = await connect();
    await endsIn(installId, 600);
    await world.system(
      `UPDATE install_tokens SET sent_at = now() - interval '15 seconds', sent_count = 1 WHERE install_id = $1`,
      [installId],
    );
    const now = performance.now.bind(performance);
    let stood = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
      if (stood === 0 && new Error().stack?.includes('token-source'))
        stood = Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_500).length;
      return now();
    });
    expect(await read(installId)).toBe(installId);
    clock.mockRestore();
    expect(stood).toBeGreaterThan(0);
    expect(tokenRequests()).toBe(0);
    expect(await rowOf(installId)).toEqual({ state: 'active', version: 1, sent_count: 1 });
  });

  it('until its lease expired still stores the refreshed tokens, because no other process received them', async () => {
    const installId = await connect();
    await endsIn(installId, -1);
    await world.sandbox.control('POST', '/faults', {
      on: 'oauth',
      effect: 'delay',
      delay_ms: 2_000,
      count: 1,
    });
    const slow = read(installId);
    await expect.poll(tokenRequests).toBe(1);
    await world.system(
      `UPDATE install_tokens SET lease_until = now() + interval '1 hour', lease_holder = gen_random_uuid(),
         sent_count = 2 WHERE install_id = $1`,
      [installId],
    );
    expect(await slow).toBe(installId);
    expect(await rowOf(installId)).toEqual({ state: 'active', version: 2, sent_count: 0 });
  });
});

describe('a new grant', () => {
  it('AUT-4: is not disconnected by invalid_grant for the previous token', async () => {
    const installId = await connect();
    await endsIn(installId, -1);
    await world.sandbox.control('PATCH', `/installs/${installId}`, { member_active: false });
    await world.sandbox.control('POST', '/faults', {
      on: 'oauth',
      effect: 'delay',
      delay_ms: 1_500,
      count: 1,
    });
    const waiting = tokenSource(installId).current(AbortSignal.timeout(20_000));
    await expect.poll(tokenRequests).toBe(1);
    await world.system(
      `UPDATE install_tokens SET version = version + 1, lease_until = NULL, lease_holder = NULL, sent_count = 0,
         obtained_at = now(), expires_at = now() + interval '1 hour' WHERE install_id = $1`,
      [installId],
    );
    await waiting;
    expect(await rowOf(installId)).toEqual({ state: 'active', version: 2, sent_count: 0 });
  });

  it('AUT-4: that arrives during a refresh wins over the invalid_grant of that refresh', async () => {
    const installId = await connect();
    await endsIn(installId, -1);
    await world.sandbox.control('POST', '/faults', { on: 'oauth', effect: 'delay', delay_ms: 800, count: 1 });
    const reading = read(installId);
    await expect.poll(tokenRequests).toBe(1);
    await grantAgain(installId);
    expect(await reading).toBe(installId);
    expect(tokenRequests()).toBe(1);
    expect(await rowOf(installId)).toEqual({ state: 'active', version: 2, sent_count: 0 });
  });

  it('AUT-3: is stored under its install id, whatever the slug, and is refused if its ids differ', async () => {
    const [mine, other] = [await connect(), await connect({ store: 1 })];
    await world.sandbox.control('PATCH', `/stores/${world.stores[0]?.id}`, { slug: 'renamed' });
    await endsIn(mine, -1);
    expect(await read(mine)).toBe(mine);
    const { body } = await installClient(mine, 'person').getInstallation();
    const foreign = await world.grant({ store: 1, reuse_install_id: true });
    expect(foreign.install_id).toBe(other);
    const before = await world.system('SELECT * FROM install_tokens ORDER BY install_id');
    expect(await completeInstall(foreign, body.data)).toEqual({ ok: false, code: 'ids_differ' });
    expect(await world.system('SELECT * FROM install_tokens ORDER BY install_id')).toEqual(before);
  });
});

/**
 * The merchant approves the newest install of the first store again. The install id stays the same, but the install
 * gets a new token pair.
 */
async function grantAgain(installId: InstallId): Promise<void> {
  expect(await world.takeIn(await world.grant({ reuse_install_id: true }))).toBe(installId);
}
