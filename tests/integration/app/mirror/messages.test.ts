import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import { applyEvents } from '@/lib/webhooks/apply-events.server';
import { dirtyEntities, dueSweeps } from '@/lib/worker/work-mirror.server';
import { type AppWorld, startAppWorld } from '@/tests/support/integration/app-world';
import { sellElsewhere } from '@/tests/support/integration/merchant-sales';

let world: AppWorld;
let installId: InstallId;

beforeAll(async () => {
  world = await startAppWorld();
  installId = await world.install();
  await world.system(`UPDATE sweeps SET due_at = now() + interval '1 hour'`);
});
afterAll(() => world.stop());

const sent = vi.spyOn(pg.Client.prototype, 'query');

/**
 * Does the same work five times. Returns the smallest number of messages to the database. The first run also loads
 * data keys, as does a run on a slow machine.
 */
async function messagesOf(prepare: () => Promise<unknown>, work: () => Promise<unknown>): Promise<number> {
  const counts: number[] = [];
  for (let run = 0; run < 5; run++) {
    await prepare();
    sent.mockClear();
    await work();
    counts.push(sent.mock.calls.length);
  }
  return Math.min(...counts);
}

it('an event needs at most 12 messages to the database, from the inbox to the row', async () => {
  const { id } = await sellElsewhere(world, 0);
  const messages = await messagesOf(
    () =>
      world.system(
        `INSERT INTO inbox (install_id, event_id, topic, sequence, occurred_at, body, kind, entity_id)
         VALUES ($1, gen_random_uuid(), 'order.created', 1, now(), '{}', 'order', $2)`,
        [installId, id],
      ),
    async () => {
      await applyEvents();
      const queue = dirtyEntities(() => undefined);
      await queue.work();
      await queue.settled();
    },
  );
  expect(await world.system('SELECT state FROM inbox')).toEqual(
    Array.from({ length: 5 }, () => ({ state: 'settled' })),
  );
  expect(messages).toBeLessThanOrEqual(12);
});

it('a step of a sweep that finds nothing needs at most 18 messages to the database', async () => {
  const messages = await messagesOf(
    () =>
      world.system(
        `UPDATE sweeps SET due_at = now(), ended_at = now(), watermark = now() + interval '1 hour'
         WHERE resource = 'orders' AND kind = 'updated'`,
      ),
    async () => {
      const queue = dueSweeps(() => undefined);
      await queue.work();
      await queue.settled();
    },
  );
  const [sweep] = await world.system<{ failures: number; fetched: number }>(
    `SELECT failures, fetched FROM sweeps WHERE resource = 'orders' AND kind = 'updated' AND due_at > now()`,
  );
  expect(sweep).toEqual({ failures: 0, fetched: 0 });
  expect(messages).toBeLessThanOrEqual(18);
});
