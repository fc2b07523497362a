import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { bulkPorts } from '@/lib/kinds/bulk-ports.server';
import { writeOrderDetail } from '@/lib/mirror/orders/order-mirror.server';
import { listBulkItems } from '@/lib/operations/bulk/read-bulk-run.server';
import { startBulkRun } from '@/lib/operations/bulk/start-bulk-run.server';
import { listOrders, OrderListQuery } from '@/lib/orders/list/list-orders.server';
import { nextFence } from '@/lib/system/db';
import { type AppWorld, startAppWorld } from '@/tests/support/integration/app-world';
import { installContext } from '@/tests/support/integration/install-context';
import { createBulkFixture, type BulkFixture, tagRequest } from '@/tests/support/operations/bulk-fixture';

let world: AppWorld;
let fixture: BulkFixture;
let context: InstallContext;

beforeAll(async () => {
  world = await startAppWorld();
  fixture = await createBulkFixture(world);
  ({ context } = fixture);
});
afterAll(() => world.stop());

it('each item of a bulk run has the first item of its order, as in the orders list, once the app has read it', async () => {
  const { installId, db, platform } = context;
  const runId = randomUUID();
  const request = tagRequest(fixture, 4);
  expect(await startBulkRun(context, runId, request, bulkPorts)).toMatchObject({ code: 'done' });
  for (const { orderId } of request.targets.slice(0, 3)) {
    const { body } = await platform.getOrder(orderId);
    await db.transaction(async (tx) =>
      writeOrderDetail(tx, installId, body.data, { fence: await nextFence(tx), byEvent: false }),
    );
  }
  const { rows } = await listOrders(context, OrderListQuery.parse({}));
  const shown = rows.slice(0, 4).map(({ itemsSummary }) => {
    if (itemsSummary === null) return null;
    const { name, quantity, moreLines } = itemsSummary;
    return { name, quantity, moreLines };
  });
  expect(shown.map((item) => item === null)).toEqual([false, false, false, true]);
  const itemsOf = async (user: InstallContext) =>
    (await listBulkItems(user, runId, bulkPorts)).map(({ firstItem }) => firstItem);
  expect(await itemsOf(context)).toEqual(shown);

  const blind = { ...context, scopes: new Set<string>() };
  expect(await itemsOf(blind)).toEqual([null, null, null, null]);
  const stranger = await installContext(await world.install({ store: 1 }));
  const ids = request.targets.map(({ orderId }) => orderId);
  const found = await stranger.db.read((tx) => bulkPorts.findFirstItems(tx, installId, ids));
  expect(found.size).toBe(0);
});
