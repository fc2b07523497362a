import { afterAll, beforeAll, expect, it } from 'vitest';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import { type AppWorld, startAppWorld } from '@/tests/support/integration/app-world';
import { type Program, startProgram } from '@/tests/support/stack/program';
import { type Proxy, startProxy } from '@/tests/support/platform/proxy';
import { testScale } from '@/tests/support/stack/test-scale';

const many = Math.max(20, Math.round(200 * testScale));

let world: AppWorld;
let proxy: Proxy;
let programs: Program[];
let installs: InstallId[];

beforeAll(async () => {
  proxy = await startProxy();
  world = await startAppWorld({ proxy });
  installs = [];
  for (let n = 0; n < many; n++) installs.push(await world.install({ store: n % 2 }));
  programs = await Promise.all([startProgram(world.appEnv), startProgram(world.appEnv)]);
});
afterAll(async () => {
  await Promise.all(programs.map((program) => program.stop()));
  await world.stop();
  await proxy.stop();
});

type Call = { path: string; status: number; install_id: string | null };
const badCalls = async () => {
  const { data } = await world.sandbox.control<{ data: Call[] }>('GET', '/requests');
  return data.filter(({ path, status }) => status === 401 && path.startsWith('/v1/'));
};

/**
 * Runs three rounds. In each round, both processes send reads for each given install, in all lanes at the same time. A
 * lane is the kind of requester: person, retry, webhook or background. A process fails at an install if one of its
 * reads for the install fails. Returns the number of failures, and how many of them are ReconnectRequired.
 */
async function everybodyTries(tried: InstallId[]): Promise<{ failed: number; reconnect: number }> {
  const outcomes = [];
  for (let round = 0; round < 3; round++)
    for (const installId of tried)
      outcomes.push(
        ...(await Promise.all(programs.map((program) => program.run('read-in-all-lanes', installId)))),
      );
  const failed = outcomes.filter((outcome) => !outcome?.ok);
  const reconnect = failed.filter(
    (outcome) => outcome && !outcome.ok && /ReconnectRequired/.test(outcome.error),
  );
  return { failed: failed.length, reconnect: reconnect.length };
}

it.each([
  ['the app was uninstalled', (id: InstallId) => world.sandbox.control('DELETE', `/installs/${id}`)],
  [
    'its member left the store',
    (id: InstallId) => world.sandbox.control('PATCH', `/installs/${id}`, { member_active: false }),
  ],
])(
  'S21 AUT-1 AUT-7 AUT-9: one of many installs is refused (%s): at most 2 bad calls reach the platform, and the others still work',
  async (_, revoke) => {
    const [revoked, ...others] = installs.splice(0, installs.length / 2);
    if (!revoked) throw new Error('no install');
    const before = (await badCalls()).length;
    await revoke(revoked);
    // The first call is sent alone, so that the app detects the refused tokens before any other call. If several calls
    // were in progress at that moment, all of them would reach the platform.
    expect(await programs[0]?.run('read-installation', revoked)).toMatchObject({ ok: false });
    expect(await everybodyTries([revoked])).toEqual({ failed: 6, reconnect: 6 });
    expect(await everybodyTries(others)).toEqual({ failed: 0, reconnect: 0 });
    expect(await everybodyTries([revoked])).toEqual({ failed: 6, reconnect: 6 });
    expect((await badCalls()).length - before).toBeGreaterThan(0);
    expect((await badCalls()).length - before).toBeLessThanOrEqual(2);
  },
  120_000 * Math.max(1, testScale),
);

it('S21 AUT-1: of 16 calls in progress when the platform begins to refuse the token, each is refused once, and only one tries the new token', async () => {
  const installId = await world.install();
  await world.sandbox.control('POST', '/faults', { on: 'api', effect: 'status', status: 401 });
  proxy.requests.length = 0;
  const outcomes = await Promise.all(
    programs.map((program) => program.run('read-in-all-lanes', installId, '2')),
  );
  await world.sandbox.control('DELETE', '/faults');
  expect(outcomes.map((outcome) => outcome?.ok)).toEqual([false, false]);
  expect(proxy.count('POST /oauth/token')).toBe(1);
  expect(proxy.count('GET /v1/installation')).toBeGreaterThan(1);
  expect(proxy.count('GET /v1/installation')).toBeLessThanOrEqual(17);
});
