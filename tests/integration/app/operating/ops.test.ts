import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { purgeInstallNow } from '@/lib/installs/purge-uninstalled.server';
import { claimDueInstallation } from '@/lib/installs/refresh-installation.server';
import { claimDirty } from '@/lib/mirror/dirty/dirty-queue.server';
import { claimSweeps } from '@/lib/mirror/sweeps/sweep-queue.server';
import { claimOperation } from '@/lib/operations/sending/operation-queue.server';
import { pauseInstall, resumeInstall, retryInstall } from '@/lib/ops/change-install.server';
import { exportInstall } from '@/lib/ops/export-install.server';
import { problemReasons } from '@/lib/ops/find-problems';
import { readStores } from '@/lib/ops/read-stores.server';
import { InstallId } from 'commerce-platform-client/contract/ids';
import { withSystem } from '@/lib/system/db';
import { finishInstalls } from '@/lib/worker/finish-installs.server';
import { type AppWorld, startAppWorld } from '@/tests/support/integration/app-world';
import { transactionsWait } from '@/tests/support/integration/transactions-wait';
import { runToEnd } from '@/tests/support/stack/run-to-end';
import { breakInstall, storeManyInstalls } from '@/tests/support/operating/many-installs';

let world: AppWorld;
let ids: string[];

beforeAll(async () => {
  world = await startAppWorld();
  ids = await storeManyInstalls(world.system, 40);
});
afterAll(() => world.stop());

const idAt = (index: number) => InstallId.parse(ids[index]);
const reasonsOf = async () =>
  Object.fromEntries(
    (await readStores()).stuck.map(({ installId, problems }) => [
      installId,
      problems.map(({ reason }) => reason),
    ]),
  );

/** Runs a program of server/ with the environment of the app under test, until it exits. */
const run = (program: 'server/ops.ts' | 'server/doctor.ts', args: string[] = []) =>
  runToEnd(program, world.appEnv, args);

describe('the list of stuck stores', () => {
  it('names no store that only has the waiting work of a healthy store', async () => {
    expect(await reasonsOf()).toEqual({});
    const { states, queues, backlog } = await readStores();
    expect(states).toEqual({ active: 40, reconnect: 0, paused: 0, closed: 0 });
    expect(queues.inbox.events).toBe(40);
    expect(queues.operations.open.sending).toBe(40);
    expect(backlog).toHaveLength(10);
  });

  it('names exactly the broken stores, each with exactly its reason', async () => {
    for (const [index, reason] of problemReasons.entries())
      await world.system(breakInstall[reason], [idAt(index)]);
    expect(await reasonsOf()).toEqual(
      Object.fromEntries(problemReasons.map((reason, index) => [ids[index], [reason]])),
    );
    const { states } = await readStores();
    expect(states).toEqual({ active: 38, reconnect: 1, paused: 0, closed: 1 });
  });

  it('names a paused store as paused and not as stuck', async () => {
    await pauseInstall(idAt(problemReasons.indexOf('sweep_overdue')));
    expect(await reasonsOf()).not.toHaveProperty(idAt(problemReasons.indexOf('sweep_overdue')));
    expect((await readStores()).states.paused).toBe(1);
  });
});

it('npm run ops --json prints what the list says, and ops store ID all facts of one store', async () => {
  const { code, output } = await run('server/ops.ts', ['--json']);
  expect(code).toBe(0);
  const { stuck, versions } = JSON.parse(output) as {
    stuck: { installId: string }[];
    versions: { name: string }[];
  };
  expect(stuck.map(({ installId }) => installId)).toEqual(Object.keys(await reasonsOf()));
  expect(versions.map(({ name }) => name)).toContainEqual(expect.stringMatching(/^daftar-ops\/\d/));
  const store = await run('server/ops.ts', ['store', idAt(0)]);
  expect(store.output).toContain('reconnect_needed');
  const unknown = await run('server/ops.ts', ['pause', 'inst_unknown']);
  expect(unknown).toEqual({
    code: 1,
    output: 'No live install has this id. npm run ops lists the stores.\n',
  });
});

it('if the platform refuses the webhook of a store for ever, the doctor exits 1 and names the store', async () => {
  // The test has paused or closed the stores that earlier tests broke. So the store of this test is the only one with a
  // problem.
  await world.system(
    `UPDATE installs SET paused_at = now() WHERE install_id = ANY ($1) AND revoked_at IS NULL`,
    [ids],
  );
  await world.system(
    `UPDATE installs SET revoked_at = now() WHERE install_id = ANY ($1) AND revoked_at IS NOT NULL`,
    [ids],
  );
  await world.sandbox.control('POST', '/faults', {
    on: 'api',
    match: 'PUT /v1/webhooks',
    effect: 'status',
    status: 400,
  });
  const installId = await world.install();
  expect(await finishInstalls()).toBe(true);
  expect(await reasonsOf()).not.toHaveProperty(installId);
  await world.system(
    `UPDATE install_tokens SET finish_failing_since = finish_failing_since - interval '10 minutes' WHERE install_id = $1`,
    [installId],
  );
  const { stuck } = await readStores();
  expect(stuck).toMatchObject([
    {
      installId,
      problems: [{ reason: 'webhook_refused', detail: expect.stringContaining('PUT /webhooks: 400') }],
    },
  ]);
  const doctor = await run('server/doctor.ts');
  expect(doctor.output).toContain(`bad   A store is stuck: ${installId} webhook_refused`);
  expect(doctor.code).toBe(1);

  await world.sandbox.control('DELETE', '/faults');
  await retryInstall(installId);
  expect(await finishInstalls()).toBe(true);
  expect(await reasonsOf()).toEqual({});
});

describe('a paused store', () => {
  const claimAll = async () => ({
    sweeps: await claimSweeps(400),
    marks: await claimDirty(400),
    operation: await claimOperation('due').catch(() => 'claimed'),
    installation: await claimDueInstallation(),
  });

  it('gets no work from the worker until it is resumed; ops retry then makes its failed work due', async () => {
    const [installId] = (await storeOne('inst_paused')) as [InstallId];
    await world.system(`UPDATE installs SET paused_at = now() WHERE revoked_at IS NULL`);
    await world.system(
      `UPDATE operations SET next_attempt_at = now(), lease_until = NULL WHERE install_id = $1 AND ended_at IS NULL`,
      [installId],
    );
    await world.system(`UPDATE install_tokens SET installation_due_at = now() WHERE install_id = $1`, [
      installId,
    ]);
    expect(await claimAll()).toEqual({ sweeps: [], marks: [], operation: null, installation: null });

    await world.system(
      `UPDATE sweeps SET failures = 9, due_at = now() + interval '5 minutes' WHERE install_id = $1`,
      [installId],
    );
    expect(await resumeInstall(installId)).toBe(true);
    expect(await retryInstall(installId)).toBeGreaterThan(0);
    const claimed = await claimAll();
    expect(claimed.sweeps.map((sweep) => sweep.installId)).toEqual([installId, installId, installId]);
    expect(claimed.marks.map((mark) => mark.installId)).toEqual([installId]);
    expect(claimed.operation).toBe('claimed');
    expect(claimed.installation?.installId).toBe(installId);
  });
});

it('ops retry and a new grant of the same store wait for each other and cannot deadlock', async () => {
  const installId = await world.install();
  const [install] = await world.system<{ store_id: string }>(
    'SELECT store_id FROM installs WHERE install_id = $1',
    [installId],
  );
  await world.system('INSERT INTO webhook_secrets (install_id, store_id) VALUES ($1, $2)', [
    installId,
    install?.store_id,
  ]);
  await world.system(
    `INSERT INTO dirty_marks (install_id, kind, entity_id, mark, next_attempt_at)
     VALUES ($1, 'order', 'ord_1', nextval('mark_seq'), now() + interval '1 hour')`,
    [installId],
  );
  const tokens = await world.grant({ reuse_install_id: true });
  expect(tokens.install_id).toBe(installId);
  // The grant has locked the install and its tokens, and waits for the webhook secret. The retry starts then.
  const [granted, retried] = await withSystem(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM webhook_secrets WHERE install_id = ${installId} FOR UPDATE`;
    const granting = world.takeIn(tokens);
    await transactionsWait(world, 1);
    const retrying = retryInstall(installId);
    await transactionsWait(world, 2);
    return [granting, retrying];
  });
  expect(await Promise.allSettled([granted, retried])).toEqual([
    { status: 'fulfilled', value: installId },
    { status: 'fulfilled', value: expect.any(Number) },
  ]);
});

it('an export has all rows of the store with decrypted values, and none of another store', async () => {
  const installId = await world.install({ store: 1 });
  const rows: { table: string; row: Record<string, unknown> }[] = [];
  for await (const row of (await exportInstall(installId)) ?? []) rows.push(row);
  expect(new Set(rows.map(({ row }) => row.install_id))).toEqual(new Set([installId]));
  expect(rows.map(({ table }) => table)).toContain('installs');
  expect(rows.map(({ table }) => table)).not.toContain('install_tokens');
  expect(await exportInstall(InstallId.parse('inst_unknown'))).toBeNull();
});

it('ops erase deletes the data of a closed store now, and refuses a live store', async () => {
  const [installId] = (await storeOne('inst_erased')) as [InstallId];
  expect(await purgeInstallNow(installId)).toBeNull();
  await world.system(`UPDATE inbox SET body = 'personal', state = 'settled' WHERE install_id = $1`, [
    installId,
  ]);
  await world.system(`UPDATE installs SET revoked_at = now(), status = 'revoked' WHERE install_id = $1`, [
    installId,
  ]);
  const { code, output } = await run('server/ops.ts', ['erase', installId, '--now']);
  expect({ code, output }).toEqual({
    code: 0,
    output: expect.stringMatching(/^\d+ rows of inst_erased deleted\n$/),
  });
  const left = await world.system<{ n: number }>(
    `SELECT (SELECT count(*) FROM operations WHERE install_id = $1)::int + (SELECT count(*) FROM sweeps WHERE install_id = $1)::int
       + (SELECT count(*) FROM install_tokens WHERE install_id = $1)::int
       + (SELECT count(*) FROM inbox WHERE install_id = $1 AND body IS NOT NULL)::int AS n`,
    [installId],
  );
  expect(left).toEqual([{ n: 0 }]);
  expect(
    await world.system('SELECT status, store_name FROM installs WHERE install_id = $1', [installId]),
  ).toEqual([{ status: 'purged', store_name: '' }]);
});

/** Stores one more healthy install with the given id. */
async function storeOne(id: string): Promise<string[]> {
  await storeManyInstalls((text) => world.system(text, [[id]]), 1);
  return [id];
}
