import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { installClient } from '@/lib/installs/install-client.server';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { writeOrders } from '@/lib/mirror/orders/order-mirror.server';
import type { BulkProgress } from '@/lib/operations/bulk/bulk-run';
import { readBulkRun } from '@/lib/operations/bulk/read-bulk-run.server';
import type { Order } from 'commerce-platform-client/contract/orders';
import { nextFence } from '@/lib/system/db';
import { eventually } from '@/tests/support/stack/eventually';
import { installContext } from '@/tests/support/integration/install-context';
import type { AppWorld } from '@/tests/support/integration/app-world';

/**
 * What a test of bulk runs (one action on many orders) needs: an install of the first store, and its mirrored orders,
 * newest first.
 */
export type BulkFixture = { world: AppWorld; context: InstallContext; orders: Order[] };

/**
 * Prepares a new install for each bulk test, so that tests share no request budget. Postpones the sweeps (reads of
 * whole lists) of the install, because some tests remove the app's request budgets with `startTime`. A sweep could then
 * use all requests that the platform allows in a minute, and every bulk item would wait.
 */
export async function createBulkFixture(
  world: AppWorld,
  grant: { scopes?: string[]; pages?: number } = {},
): Promise<BulkFixture> {
  const { pages = 1, ...more } = grant;
  const installId = await world.install(more);
  const context = await installContext(installId);
  await world.system(`UPDATE sweeps SET due_at = now() + interval '1 day' WHERE install_id = $1`, [
    installId,
  ]);
  const orders = await listNewest(context, pages);
  await context.db.transaction(async (tx) =>
    writeOrders(tx, installId, orders, { fence: await nextFence(tx) }),
  );
  return { world, context, orders };
}

async function listNewest({ installId }: InstallContext, pages: number): Promise<Order[]> {
  const orders: Order[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < pages; page++) {
    const query: { limit: number; cursor?: string } = { limit: 100, ...(cursor && { cursor }) };
    const { body } = await installClient(installId, 'person').listOrders(query);
    orders.push(...body.data);
    cursor = body.next_cursor;
    if (cursor === null) break;
  }
  return orders;
}

/** Returns the request for a bulk run that adds a unique tag to the first `count` orders. */
export function tagRequest({ orders }: BulkFixture, count: number, tag = `t-${randomUUID().slice(0, 8)}`) {
  const targets = orders.slice(0, count).map(({ id }) => ({ orderId: id }));
  return { kind: 'add_tags' as const, input: { tags: [tag] }, targets };
}

/** Reads the progress of the bulk run as a screen does. */
export async function progressOf({ context }: BulkFixture, runId: string): Promise<BulkProgress> {
  const found = await readBulkRun(context, runId);
  if (found.code !== 'found') throw new Error('no such run');
  return found.run;
}

/** Waits until the bulk run has ended. */
export const untilEnded = (on: BulkFixture, runId: string, timeoutMs = 40_000): Promise<BulkProgress> =>
  eventually(
    `run ${runId} ended`,
    async () => {
      const run = await progressOf(on, runId);
      return run.endedAt !== null && run;
    },
    timeoutMs,
  );

export type ItemRow = {
  orderId: string;
  operationId: string;
  state: string;
  reason: string | null;
  key: string | null;
  attempts: number | null;
};

/** Reads the items of the bulk run with the idempotency keys of their operations. */
export function itemsOf({ world, context }: BulkFixture, runId: string): Promise<ItemRow[]> {
  return world.system<ItemRow>(
    `SELECT b.order_id AS "orderId", b.operation_id AS "operationId", b.state, b.reason, o.idempotency_key AS key, o.attempts
     FROM bulk_items b LEFT JOIN operations o ON (o.install_id, o.id) = (b.install_id, b.operation_id)
     WHERE b.install_id = $1 AND b.run_id = $2 ORDER BY position`,
    [context.installId, runId],
  );
}

/**
 * Returns how often the platform recorded an effect (executed change) of the given kind under the idempotency key of
 * the bulk item.
 */
export async function effectsOfItem({ world }: BulkFixture, item: ItemRow, kind: string): Promise<number> {
  if (item.key === null) return 0;
  const { data } = await world.sandbox.control<{ data: { kind: string }[] }>(
    'GET',
    `/effects?idempotency_key=${item.key}`,
  );
  return data.filter((effect) => effect.kind === kind).length;
}

/**
 * Makes time pass faster for the app. At short intervals it refills request budgets, makes waiting operations due, and
 * lets the leases of dead workers expire. With `clock` the function also advances the platform's clock, so that the
 * platform accepts more writes than a minute allows.
 */
export function startTime(world: AppWorld, { clock = false } = {}): { stop(): Promise<void> } {
  let isStopped = false;
  const loop = (async () => {
    for (let turn = 1; !isStopped; turn++) {
      await world.system('DELETE FROM budget_requests WHERE granted_at IS NOT NULL');
      await world.system(
        `UPDATE operations SET next_attempt_at = now()
         WHERE ended_at IS NULL AND lease_until IS NULL AND next_attempt_at > now() AND created_at < now() - interval '1 second'`,
      );
      await world.system(
        `UPDATE operations SET lease_until = now() - interval '1 ms', next_attempt_at = now()
         WHERE ended_at IS NULL AND lease_until BETWEEN now() AND now() + interval '27 seconds'`,
      );
      if (clock && turn % 30 === 0) {
        await world.sandbox.control('POST', '/clock', { advance_s: 61 });
        await world.system('UPDATE budgets SET blocked_until = 0');
      }
      await sleep(50);
    }
  })();
  return {
    async stop() {
      isStopped = true;
      await loop;
    },
  };
}
