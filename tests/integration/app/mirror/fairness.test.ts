import { afterAll, beforeAll, expect, it } from 'vitest';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import { claimDirty } from '@/lib/mirror/dirty/dirty-queue.server';
import { type AppWorld, startAppWorld } from '@/tests/support/integration/app-world';

let world: AppWorld;
let busy: InstallId;
let quiet: InstallId;

beforeAll(async () => {
  world = await startAppWorld();
  busy = await world.install();
  quiet = await world.install({ store: 1 });
});
afterAll(() => world.stop());

it('S31: an install with thousands of dirty marks does not delay other installs, and no mark is claimed twice', async () => {
  await world.system(
    `INSERT INTO dirty_marks (install_id, kind, entity_id, mark, next_attempt_at)
     SELECT $1, 'order', 'ord_' || n, n, now() - interval '1 hour' FROM generate_series(1, 5000) n`,
    [busy],
  );
  await world.system(
    // Makes the dirty mark (the request to read a record) due one second ago. The default of the column is the current
    // time, which may be rounded up to the next millisecond. A mark with the default would become due too late for this
    // test.
    `INSERT INTO dirty_marks (install_id, kind, entity_id, mark, next_attempt_at)
     VALUES ($1, 'order', 'ord_x', nextval('mark_seq'), now() - interval '1 second')`,
    [quiet],
  );
  const claimed = (await Promise.all([claimDirty(8), claimDirty(8), claimDirty(8)])).flat();
  expect(claimed.filter(({ installId }) => installId === quiet)).toHaveLength(1);
  expect(new Set(claimed.map(({ installId, entityId }) => `${installId} ${entityId}`)).size).toBe(
    claimed.length,
  );
  // As many dirty marks of the install `busy` are already claimed as one install may have at a time. (A claimed mark is
  // a record that a worker is reading.) So the worker can claim no further mark of `busy` before some of these reads
  // end.
  const busyCount = claimed.filter(({ installId }) => installId === busy).length;
  expect(busyCount).toBeGreaterThanOrEqual(4);
  expect(await claimDirty(8)).toEqual([]);
});
