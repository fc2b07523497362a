import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  claimDirty,
  claimDirtyProducts,
  clearMarks,
  type DirtyEntity,
  postponeMarks,
  releaseMarks,
} from '@/lib/mirror/dirty/dirty-queue.server';
import { markOrderDirty, markProductsDirty } from '@/lib/mirror/dirty/mark-dirty.server';
import { startSweeps } from '@/lib/mirror/sweeps/start-sweeps.server';
import {
  type ClaimedSweep,
  claimSweeps,
  postponeSweep,
  requestSweep,
} from '@/lib/mirror/sweeps/sweep-queue.server';
import { pauseInstall, resumeInstall } from '@/lib/ops/change-install.server';
import { type InstallId, OrderId, ProductId } from 'commerce-platform-client/contract/ids';
import { tenantDb, withSystem } from '@/lib/system/db';
import { repairReadyList } from '@/lib/system/queues/ready-list.server';
import { findWork } from '@/lib/worker/find-work.server';
import { Random } from '@/sandbox/world/random';
import { type AppWorld, startAppWorld } from '@/tests/support/integration/app-world';
import { eventually } from '@/tests/support/stack/eventually';
import { testScale } from '@/tests/support/stack/test-scale';

const seed = process.env.TEST_SEED ?? randomUUID().slice(0, 8);
const random = new Random(seed);
const rounds = testScale < 1 ? 150 : 3_000;

let world: AppWorld;
let installs: InstallId[];
beforeAll(async () => {
  world = await startAppWorld();
  installs = [await world.install(), await world.install({ store: 1 }), await world.install({ store: 2 })];
  console.log(`seed ${seed}`);
});
afterAll(() => world.stop());
beforeEach(async () => {
  await world.system('DELETE FROM dirty_marks');
  await world.system('DELETE FROM sweeps');
  await world.system('DELETE FROM due_installs');
  await world.system('UPDATE installs SET paused_at = NULL');
  await world.system(`UPDATE install_tokens SET state = 'active'`);
});

/**
 * Returns the seconds until a worker looks for dirty marks (records to read) of the install. Returns undefined if the
 * install is not in the ready list (the table of installs with waiting work).
 */
const secondsUntilDue = async (installId: InstallId) => {
  const [row] = await world.system<{ seconds: number }>(
    `SELECT extract(epoch FROM due_at - now())::float8 AS seconds FROM due_installs
     WHERE install_id = $1 AND queue = 'orders'`,
    [installId],
  );
  return row?.seconds;
};
const addMarks = (installId: InstallId, count: number, age = '1 minute') =>
  world.system(
    `INSERT INTO dirty_marks (install_id, kind, entity_id, mark, next_attempt_at)
     SELECT $1, 'order', 'ord_' || n, n, now() - $3::interval FROM generate_series(1, $2::int) n`,
    [installId, count, age],
  );
/** Connects an install again, as a new grant does. */
const connectAgain = (installId: InstallId) =>
  withSystem(async (tx) => {
    await tx.installToken.updateMany({ where: { installId }, data: { state: 'active' } });
    await startSweeps(tx, installId);
  });
const loseAccess = (installId: InstallId) =>
  world.system(`UPDATE install_tokens SET state = 'reconnect' WHERE install_id = $1`, [installId]);

/**
 * Returns the installs and queues that have claimable work but are not due in the ready list (the table of installs
 * with waiting work). The result must be empty. The query does not use the code under test.
 */
const forgotten = () =>
  world.system<{ install_id: string; queue: string }>(`
    WITH usable AS (
      SELECT install_id FROM installs JOIN install_tokens USING (install_id)
      WHERE paused_at IS NULL AND revoked_at IS NULL AND state <> 'reconnect'
    ), claimable AS (
      SELECT install_id, 'orders' AS queue FROM dirty_marks d JOIN usable USING (install_id)
      WHERE kind <> 'product' AND next_attempt_at <= now() AND coalesce(lease_until < now(), true)
        AND (SELECT count(*) FROM dirty_marks o
          WHERE o.install_id = d.install_id AND o.kind <> 'product' AND o.lease_until > now()) < 4
      UNION SELECT install_id, 'products' FROM dirty_marks d JOIN usable USING (install_id)
      WHERE kind = 'product' AND next_attempt_at <= now() AND NOT EXISTS (SELECT FROM dirty_marks o
        WHERE o.install_id = d.install_id AND o.kind = 'product' AND o.lease_until > now())
      UNION SELECT install_id, 'sweeps' FROM sweeps s JOIN usable USING (install_id)
      WHERE due_at <= now() AND coalesce(lease_until < now(), true)
        AND (SELECT count(*) FROM sweeps o WHERE o.install_id = s.install_id AND o.lease_until > now()) < 3
    )
    SELECT install_id, queue FROM claimable c WHERE NOT EXISTS (
      SELECT FROM due_installs d WHERE (d.install_id, d.queue) = (c.install_id, c.queue) AND d.due_at <= now())`);

it('M19: no install with claimable work is missing in the ready list, whatever workers and events do at the same time', async () => {
  const marks: DirtyEntity[] = [];
  const sweeps: ClaimedSweep[] = [];
  const take = <Item>(list: Item[]) => list.splice(random.int(0, list.length), random.int(1, 3));
  const anOrder = () => OrderId.parse(`ord_${random.int(1, 12)}`);
  const aProduct = () => ProductId.parse(`prod_${random.int(1, 12)}`);
  /**
   * The random steps, which do what webhook events, workers and merchants do. From 2 to 7 steps run at the same time.
   */
  const steps: (readonly [weight: number, step: (installId: InstallId) => Promise<unknown>])[] = [
    [12, (id) => tenantDb(id).transaction((tx) => markOrderDirty(tx, id, anOrder()))],
    [6, (id) => tenantDb(id).transaction((tx) => markProductsDirty(tx, id, [aProduct(), aProduct()]))],
    [2, (id) => withSystem((tx) => requestSweep(tx, id, 'orders', 'updated'))],
    [8, async () => marks.push(...(await claimDirty(random.int(1, 6))))],
    [4, async () => marks.push(...(await claimDirtyProducts()))],
    [4, async () => sweeps.push(...(await claimSweeps(random.int(1, 6))))],
    [8, () => clearMarks(take(marks))],
    [2, () => postponeMarks(take(marks), random.int(0, 2))],
    [2, () => releaseMarks(take(marks))],
    [4, () => Promise.all(take(sweeps).map((sweep) => postponeSweep(sweep, { code: 'internal' })))],
    [1, (id) => world.system(`UPDATE dirty_marks SET lease_until = now() WHERE install_id = $1`, [id])],
    [1, (id) => world.system(`UPDATE sweeps SET lease_until = now() WHERE install_id = $1`, [id])],
    [1, pauseInstall],
    [1, resumeInstall],
    [1, loseAccess],
    [1, connectAgain],
  ];
  for (const installId of installs) await connectAgain(installId);
  for (let round = 0; round < rounds; round++) {
    await Promise.all(
      Array.from({ length: random.int(2, 7) }, () => random.weighted(steps)(random.pick(installs))),
    );
    expect(await forgotten(), `seed ${seed}, round ${round}`).toEqual([]);
  }
  for (const installId of installs) {
    await connectAgain(installId);
    await resumeInstall(installId);
  }
  expect(await forgotten(), `seed ${seed}, at the end`).toEqual([]);
}, 600_000);

it('M19: a mark that is written while a worker ends the turn of its install makes the install due', async () => {
  const [installId] = installs as [InstallId];
  await addMarks(installId, 1);
  const claimed = await claimDirty(1);
  let commit: () => void = () => undefined;
  const written = new Promise<void>((resolve) => {
    commit = resolve;
  });
  let isWritten: () => void = () => undefined;
  const writing = new Promise<void>((resolve) => {
    isWritten = resolve;
  });
  const event = tenantDb(installId).transaction(async (tx) => {
    await markOrderDirty(tx, installId, OrderId.parse('ord_new'));
    isWritten();
    await written;
  });
  await writing;
  const ended = clearMarks(claimed);
  await eventually('the end of the turn waits for the event', async () => {
    const [row] = await world.system<{ n: number }>(
      `SELECT count(*)::int AS n FROM pg_locks JOIN pg_stat_activity USING (pid)
       WHERE NOT granted AND datname = current_database()`,
    );
    return row?.n === 1;
  });
  commit();
  await Promise.all([event, ended]);
  expect(await claimDirty(8)).toMatchObject([{ installId, entityId: 'ord_new' }]);
});

describe('installs take turns', () => {
  it('an install whose work was claimed goes behind the other due installs', async () => {
    const [busy, quiet, other] = installs as [InstallId, InstallId, InstallId];
    await addMarks(busy, 20, '3 minutes');
    await addMarks(quiet, 20, '2 minutes');
    await addMarks(other, 20, '1 minute');
    const turns: InstallId[] = [];
    for (let turn = 0; turn < 6; turn++)
      turns.push(...(await claimDirty(1)).map(({ installId }) => installId));
    expect(turns).toEqual([busy, quiet, other, busy, quiet, other]);
  });

  it('installs that must be connected again or are paused do not delay the installs behind them', async () => {
    const [lost, paused, quiet] = installs as [InstallId, InstallId, InstallId];
    await addMarks(lost, 3, '3 minutes');
    await addMarks(paused, 3, '2 minutes');
    await addMarks(quiet, 1);
    await loseAccess(lost);
    await pauseInstall(paused);
    expect(await claimDirty(1)).toMatchObject([{ installId: quiet }]);
    for (const installId of [lost, paused]) expect(await secondsUntilDue(installId)).toBeGreaterThan(800);
    await connectAgain(lost);
    await resumeInstall(paused);
    expect((await claimDirty(8)).map(({ installId }) => installId).sort()).toEqual(
      [lost, lost, lost, paused, paused, paused].sort(),
    );
  });

  it('an install leaves the list when its work is done', async () => {
    const [installId] = installs as [InstallId];
    await addMarks(installId, 2);
    await clearMarks(await claimDirty(8));
    expect(await secondsUntilDue(installId)).toBeUndefined();
    expect(await findWork()).not.toContain('dirty');
  });

  it('after a crash, an install is due when the lease of its claim ends', async () => {
    const [installId] = installs as [InstallId];
    await addMarks(installId, 1);
    await claimDirty(8);
    expect(await secondsUntilDue(installId)).toBeGreaterThan(20);
    expect(await secondsUntilDue(installId)).toBeLessThanOrEqual(30);
    await world.system(`UPDATE dirty_marks SET lease_until = now() - interval '1 ms'`);
    expect(await claimDirty(8)).toHaveLength(1);
  });
});

it('installs of a release without the ready list are added', async () => {
  const [installId] = installs as [InstallId];
  await addMarks(installId, 1, '2 minutes');
  await connectAgain(installId);
  await world.system(`UPDATE sweeps SET due_at = now() - interval '2 minutes'`);
  await world.system('DELETE FROM due_installs');
  expect(await claimDirty(8)).toEqual([]);
  expect(await repairReadyList()).toBe(2);
  expect(await claimDirty(8)).toHaveLength(1);
  expect(await claimSweeps(8)).not.toEqual([]);
  expect(await repairReadyList()).toBe(0);
});
