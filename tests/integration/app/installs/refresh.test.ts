import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { completeInstall } from '@/lib/installs/complete-install.server';
import { installClient } from '@/lib/installs/install-client.server';
import { tokenSource } from '@/lib/installs/tokens/token-source.server';
import { ReconnectRequired } from '@/lib/platform/platform-error';
import type { InstallId } from '@/lib/shared/ids';
import { type AppWorld, startAppWorld } from '@/tests/support/integration/app-world';
import { type Program, startProgram } from '@/tests/support/stack/program';
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
/** version: 1 of the grant, one more with each rotation. */
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

/** The access token as it stands this long before its end; it was obtained an hour before that. */
const endsIn = (installId: InstallId, seconds: number) =>
  world.system(
    `UPDATE install_tokens SET expires_at = now() + $2 * interval '1 second',
       obtained_at = now() + ($2 - 3600) * interval '1 second' WHERE install_id = $1`,
    [installId, seconds],
  );

describe('one refresh token is spent once', () => {
  let programs: Program[];
  beforeAll(async () => {
    programs = await Promise.all(Array.from({ length: 8 }, () => startProgram(world.appEnv)));
    // Connections and modules of 8 processes at once take their time on a small machine.
    const warmUp = await connect();
    for (const program of programs) await program.run('read-installation', warmUp);
    proxy.requests.length = 0;
  });
  afterAll(() => Promise.all(programs.map((program) => program.stop())));

  it.each([
    ['past 80 % of its life', 600],
    ['expired', -1],
  ])(
    'AUT-4: 8 processes at once with an access token %s send one refresh, and none fails',
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

  it('before 80 % of its life nothing is refreshed', async () => {
    const installId = await connect();
    await endsIn(installId, 730);
    expect(await read(installId)).toBe(installId);
    expect(tokenRequests()).toBe(0);
  });
});

describe('AUT-1 AUT-9: an access token that is refused', () => {
  it('is refreshed once, and the call goes through', async () => {
    const installId = await connect();
    await world.sandbox.control('POST', '/faults', { on: 'api', effect: 'status', status: 401, count: 1 });
    expect(await read(installId)).toBe(installId);
    expect(tokenRequests()).toBe(1);
    expect(await rowOf(installId)).toMatchObject({ state: 'active', version: 2 });
  });

  it('and whose successor is refused too opens the circuit: 2 bad calls reach the platform, then none', async () => {
    const installId = await connect();
    await world.sandbox.control('POST', '/faults', { on: 'api', effect: 'status', status: 401 });
    for (let call = 0; call < 5; call++) await expect(read(installId)).rejects.toThrow(ReconnectRequired);
    expect(proxy.count('GET /v1/installation')).toBe(2);
    expect(tokenRequests()).toBe(1);
    expect(await rowOf(installId)).toMatchObject({ state: 'reconnect' });
  });

  it('because the member left: at most 2 bad calls, and a new grant closes the circuit', async () => {
    const installId = await connect();
    await world.sandbox.control('PATCH', `/installs/${installId}`, { member_active: false });
    for (let call = 0; call < 5; call++) await expect(read(installId)).rejects.toThrow(ReconnectRequired);
    expect(proxy.count('GET /v1/installation')).toBeLessThanOrEqual(2);
    expect(tokenRequests()).toBe(1);
    await world.sandbox.control('PATCH', `/installs/${installId}`, { member_active: true });
    await grantAgain(installId);
    expect(await read(installId)).toBe(installId);
  });

  it('its successor is tried by one call alone, and refused it opens the circuit whoever says so', async () => {
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

  it('an hour later its successor is refreshed like any other, and waits for no trial', async () => {
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

  it('a late word on an old token does not touch its successor', async () => {
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

describe('a store that was closed and connected again under its old id', () => {
  it('A21: a refusal of the old token, which is told late, does not disconnect the new grant', async () => {
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

describe('AUT-4: a refresh whose answer is lost', () => {
  it('is asked for once more inside the race rule; then the access token serves to its end', async () => {
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

  it('more than 17 s ago is not asked for again before the end, lest the platform revoke the family', async () => {
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

  it('and that never arrived is simply sent again', async () => {
    const installId = await connect();
    await endsIn(installId, 600);
    await world.sandbox.control('POST', '/faults', { on: 'oauth', effect: 'drop_request', count: 1 });
    expect(await read(installId)).toBe(installId);
    expect(await rowOf(installId)).toEqual({ state: 'active', version: 2, sent_count: 0 });
  });

  it('twice, with the token server down: the last try comes at the end, and succeeds when it is back', async () => {
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
  it('without one to use, while the token endpoint gives no answer, says that nothing was sent', async () => {
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

  it('ends with its deadline, having sent nothing, while another process refreshes', async () => {
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

  it('AUT-4: and ends first leaves the refresh under way to be stored', async () => {
    const installId = await connect();
    await endsIn(installId, -1);
    await world.sandbox.control('POST', '/faults', {
      ...{ on: 'oauth', effect: 'delay', delay_ms: 1_000, count: 1 },
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

describe('AUT-4: a process that stands still', () => {
  it('between saving and sending does not send: another may have, and the family would be revoked', async () => {
    const installId = await connect();
    await endsIn(installId, 600);
    // Its own clock says that 3 s passed between any two looks.
    const now = performance.now.bind(performance);
    let looks = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + 3_000 * looks++);
    expect(await read(installId)).toBe(installId);
    clock.mockRestore();
    expect(tokenRequests()).toBe(0);
    expect(await rowOf(installId)).toEqual({ state: 'active', version: 1, sent_count: 0 });
    // It holds nobody up: a second later, not when a whole lease has run out, the next one sends.
    await sleep(1_100);
    expect(await read(installId)).toBe(installId);
    expect(tokenRequests()).toBe(1);
    expect(await rowOf(installId)).toEqual({ state: 'active', version: 2, sent_count: 0 });
  });

  it('between deciding and saving does not ask once more when it is too late for that by now', async () => {
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

  it('until its lease ran out still stores the successor that it alone was given', async () => {
    const installId = await connect();
    await endsIn(installId, -1);
    await world.sandbox.control('POST', '/faults', {
      ...{ on: 'oauth', effect: 'delay', delay_ms: 2_000, count: 1 },
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
  it('AUT-4: is not closed by the invalid_grant that the token before it is answered with', async () => {
    const installId = await connect();
    await endsIn(installId, -1);
    await world.sandbox.control('PATCH', `/installs/${installId}`, { member_active: false });
    await world.sandbox.control('POST', '/faults', {
      ...{ on: 'oauth', effect: 'delay', delay_ms: 1_500, count: 1 },
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

  it('AUT-4: that came while a refresh was under way wins over its invalid_grant', async () => {
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

  it('AUT-3: is kept under its install id, whatever the slug, and refused when its ids differ', async () => {
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

/** The merchant approves the newest install of the first store again: the same id, another pair of tokens. */
async function grantAgain(installId: InstallId): Promise<void> {
  expect(await world.takeIn(await world.grant({ reuse_install_id: true }))).toBe(installId);
}
