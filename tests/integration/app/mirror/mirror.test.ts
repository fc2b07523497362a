import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { installClient } from '@/lib/installs/install-client.server';
import { buryOrder, writeOrderDetail, writeOrders } from '@/lib/mirror/orders/order-mirror.server';
import { writeDiscounts } from '@/lib/mirror/products/discount-mirror.server';
import { findMirroredStore, writeStore } from '@/lib/mirror/store-mirror.server';
import { claimDirty, claimDirtyProducts, clearMarks } from '@/lib/mirror/dirty/dirty-queue.server';
import { markOrderDirty } from '@/lib/mirror/dirty/mark-dirty.server';
import { readDirtyOrder } from '@/lib/mirror/dirty/read-dirty.server';
import { Discount } from 'commerce-platform-client/contract/discounts';
import { Order, type OrderDetail } from 'commerce-platform-client/contract/orders';
import { Store } from 'commerce-platform-client/contract/store';
import { type InstallId, OrderId } from 'commerce-platform-client/contract/ids';
import { nextFence, tenantDb } from '@/lib/system/db';
import { finishInstalls } from '@/lib/worker/finish-installs.server';
import { applyEvents } from '@/lib/webhooks/apply-events.server';
import { refreshDueInstallation } from '@/lib/worker/refresh-due-installation.server';
import { startWorker } from '@/lib/worker/start-worker.server';
import { type AppWorld, startAppWorld } from '@/tests/support/integration/app-world';
import { eventually } from '@/tests/support/stack/eventually';
import { marksOf } from '@/tests/support/mirror/inbox-probe';
import { sellElsewhere, platformStateOf } from '@/tests/support/integration/merchant-sales';
import { type Proxy, startProxy } from '@/tests/support/platform/proxy';
import { startWebhookEndpoint, type WebhookEndpoint } from '@/tests/support/webhooks/webhook-endpoint';

let world: AppWorld;
let proxy: Proxy;
let endpoint: WebhookEndpoint;

beforeAll(async () => {
  endpoint = await startWebhookEndpoint();
  proxy = await startProxy();
  world = await startAppWorld({ appUrl: endpoint.appUrl, proxy });
});
afterAll(async () => {
  await endpoint.stop();
  await world.stop();
  await proxy.stop();
});
afterEach(() => {
  proxy.requests.length = 0;
});

async function subscribed(store: number): Promise<InstallId> {
  const installId = await world.install({ store });
  while (await finishInstalls());
  return installId;
}

const rowOf = (installId: InstallId, id: string) =>
  tenantDb(installId).transaction((tx) => tx.mirrorOrder.findFirst({ where: { installId, id } }));
const rowsOf = (installId: InstallId) =>
  tenantDb(installId).transaction((tx) => tx.mirrorOrder.findMany({ where: { deletedAt: null } }));
const ordersMarked = async (installId: InstallId) => {
  await applyEvents();
  return (await marksOf(world, installId)).filter(({ kind }) => kind === 'order');
};
/**
 * Claims the dirty marks (requests to read a record) that are due, as a worker does. Returns the claimed marks of the
 * install.
 */
const claimed = async (installId: InstallId) =>
  (await claimDirty(100)).filter((entity) => entity.installId === installId);

const dated = (order: OrderDetail, updatedAt: string, status: string) => ({
  ...order,
  updated_at: updatedAt,
  status,
});

describe('an event mirrors its order', () => {
  it('EVT-11 EVT-13 ORD-1 ORD-2: the mirror equals the platform, field by field, after orders and changes made elsewhere', async () => {
    const installId = await subscribed(1);
    const worker = startWorker();
    try {
      const sold = await sellElsewhere(world, 1);
      await sellElsewhere(world, 1, { source: 'pos' });
      await eventually('the order is mirrored', () => rowOf(installId, sold.id));
      await world.sandbox.control('PATCH', `/orders/${sold.id}`, { status: 'approved' });
      await world.sandbox.control('POST', `/orders/${sold.id}/payments`, {
        amount_minor: sold.total.amount_minor,
      });
      await eventually('the change is mirrored', async () => {
        const row = await rowOf(installId, sold.id);
        return row?.status === 'approved' && row.paymentStatus === 'paid';
      });
      const backfilled = async () =>
        (
          await world.system(
            `SELECT 1 FROM sweeps WHERE install_id = $1 AND resource = 'orders' AND kind = 'full' AND ended_at IS NOT NULL`,
            [installId],
          )
        ).length === 1 && (await marksOf(world, installId)).length === 0;
      await eventually('all is read', backfilled);
    } finally {
      await worker.stop();
    }
    const byId = (orders: Order[]) => orders.sort((x, y) => (x.id < y.id ? -1 : 1));
    const { orders } = await platformStateOf(world, 1);
    const mirrored = await rowsOf(installId);
    expect(byId(mirrored.map((row) => Order.parse(row.header)))).toEqual(
      byId(orders.map((order) => Order.parse(order))),
    );
    for (const row of mirrored) {
      const order = Order.parse(row.header);
      expect(row).toMatchObject({
        orderNumber: order.order_number,
        status: order.status,
        paymentStatus: order.payment_status,
        source: order.source,
        tags: order.tags,
        totalMinor: BigInt(order.total.amount_minor),
        createdAt: new Date(order.created_at),
        updatedAt: new Date(order.updated_at),
      });
    }
  });

  it('M7: a dirty mark that changed during the read is not cleared, and is due immediately', async () => {
    const installId = await subscribed(1);
    const { id } = await sellElsewhere(world, 1);
    await eventually('the event is applied', async () => (await ordersMarked(installId)).length === 1);
    for (const newer of ['mark + 1', 'mark - 1']) {
      const [entity] = await claimed(installId);
      if (!entity) throw new Error('nothing was claimed');
      expect(entity).toMatchObject({ installId, entityId: id });
      await world.system(`UPDATE dirty_marks SET mark = ${newer} WHERE install_id = $1 AND kind = 'order'`, [
        installId,
      ]);
      await readDirtyOrder(entity, installClient(installId, 'person'));
      expect(await ordersMarked(installId)).toMatchObject([{ lease_until: null }]);
    }
    const [entity] = await claimed(installId);
    if (entity) await clearMarks([entity]);
    expect(await ordersMarked(installId)).toEqual([]);
  });

  it('D9: the read of a mark that no event set does not confirm the order; the read after its event does', async () => {
    const installId = await subscribed(1);
    const { id } = await sellElsewhere(world, 1);
    const readMarked = async () => {
      for (const entity of await claimed(installId))
        await readDirtyOrder(entity, installClient(installId, 'person'));
      return rowOf(installId, id);
    };
    // The webhook event of the sale may already be stored, but it sets a dirty mark only when the worker applies it. So
    // the test sets the first mark itself.
    await tenantDb(installId).transaction((tx) => markOrderDirty(tx, installId, OrderId.parse(id)));
    expect(await readMarked()).toMatchObject({ id, eventReadAt: null });
    await eventually('the event is applied', async () => (await ordersMarked(installId)).length === 1);
    expect(await readMarked()).toMatchObject({ id, eventReadAt: expect.any(Date) });
  });

  it('several events about one order cause one read', async () => {
    const installId = await subscribed(1);
    const { id } = await sellElsewhere(world, 1);
    for (const status of ['approved', 'processing', 'shipped'])
      await world.sandbox.control('PATCH', `/orders/${id}`, { status });
    await eventually('4 events are stored', async () => {
      const rows = await world.system(`SELECT 1 FROM inbox WHERE install_id = $1 AND kind = 'order'`, [
        installId,
      ]);
      return rows.length === 4;
    });
    while ((await applyEvents()) > 0);
    proxy.requests.length = 0;
    for (const entity of await claimed(installId))
      await readDirtyOrder(entity, installClient(installId, 'person'));
    expect(proxy.count(`GET /v1/orders/${id}`)).toBe(1);
    expect(await rowOf(installId, id)).toMatchObject({ status: 'shipped' });
  });
});

describe('a missing scope', () => {
  it('AUT-3: its dirty marks are not processed and do not block others; when the scope is granted again, they are due immediately', async () => {
    const installId = await subscribed(2);
    await world.system(
      `INSERT INTO dirty_marks (install_id, kind, entity_id, mark, next_attempt_at)
       SELECT $1, kind, kind || '_' || n, nextval('mark_seq'), now() - interval '1 second' + n * interval '1 hour'
       FROM unnest(array['order', 'product']) AS kind, generate_series(0, 1) n
       UNION ALL SELECT $1, 'install', $1, nextval('mark_seq'), now()`,
      [installId],
    );
    const products = async () =>
      (await claimDirtyProducts()).filter((entity) => entity.installId === installId);
    const due = async () => {
      await world.system('UPDATE dirty_marks SET lease_until = NULL WHERE install_id = $1', [installId]);
      return [...(await claimed(installId)), ...(await products())].map(({ entityId }) => entityId).sort();
    };
    const hold = (scopes: string[]) =>
      world.system('UPDATE installs SET effective_scopes = $2 WHERE install_id = $1', [installId, scopes]);
    expect(await due()).toEqual([installId, 'order_0', 'product_0'].sort());
    await hold(['products:read']);
    expect(await due()).toEqual([installId, 'product_0'].sort());
    await hold(['orders:read']);
    expect(await due()).toEqual([installId, 'order_0'].sort());
    await hold([]);
    expect(await due()).toEqual([installId]);
    await world.system(
      `UPDATE install_tokens SET installation_due_at = now()
         + CASE WHEN install_id = $1 THEN interval '0' ELSE interval '1 hour' END`,
      [installId],
    );
    await refreshDueInstallation();
    expect(await due()).toEqual([installId, 'order_0', 'order_1', 'product_0', 'product_1'].sort());
    await world.system('DELETE FROM dirty_marks WHERE install_id = $1', [installId]);
  });
});

describe('the mirror only moves forward', () => {
  const early = '2026-01-01T10:00:00.000Z';
  const late = '2026-01-01T10:00:00.001Z';
  let installId: InstallId;
  let order: OrderDetail;
  beforeAll(async () => {
    installId = await world.install({ store: 1 });
  });
  const write = (detail: OrderDetail, fence: bigint, byEvent = false) =>
    tenantDb(installId).transaction((tx) => writeOrderDetail(tx, installId, detail, { fence, byEvent }));
  const writeHeader = (header: Order, fence: bigint) =>
    tenantDb(installId).transaction((tx) => writeOrders(tx, installId, [header], { fence }));
  const bury = (fence: bigint) =>
    tenantDb(installId).transaction((tx) => buryOrder(tx, installId, order.id, { fence }));
  const fresh = async () => {
    order = { ...(await sellElsewhere(world, 1)), id: OrderId.parse(`ord_${Math.random()}`) };
  };

  it('M4: an older read never overwrites a newer row, whenever it was sent', async () => {
    await fresh();
    await write(dated(order, late, 'approved'), 1n);
    await write(dated(order, early, 'placed'), 2n);
    await writeHeader(dated(order, early, 'placed'), 3n);
    expect(await rowOf(installId, order.id)).toMatchObject({ status: 'approved', updatedAt: new Date(late) });
  });

  it('M4: of two reads with the same updated_at, the data of the one sent later stays in the mirror', async () => {
    await fresh();
    await write(dated(order, early, 'approved'), 5n);
    await write(dated(order, early, 'placed'), 4n);
    expect(await rowOf(installId, order.id)).toMatchObject({ status: 'approved', fence: 5n });
    await write(dated(order, early, 'processing'), 6n);
    expect(await rowOf(installId, order.id)).toMatchObject({ status: 'processing', fence: 6n });
  });

  it('M5: a read sent before a tombstone does not replace the tombstone, and a read sent after it does', async () => {
    await fresh();
    await write(dated(order, early, 'placed'), 5n);
    await bury(4n);
    expect(await rowOf(installId, order.id)).toMatchObject({ deletedAt: null });
    await bury(7n);
    await write(dated(order, late, 'approved'), 6n);
    await writeHeader(dated(order, late, 'approved'), 6n);
    expect((await rowOf(installId, order.id))?.deletedAt).not.toBeNull();
    await write(dated(order, early, 'placed'), 8n);
    expect(await rowOf(installId, order.id)).toMatchObject({ deletedAt: null });
  });

  it('M4: an older read of the store or of a discount never overwrites a later read', async () => {
    const later = await tenantDb(installId).transaction(nextFence);
    const store = Store.parse({ id: 'store_1' });
    const discount = Discount.parse({ id: 'disc_forward' });
    const write = (name: string, fence: bigint) =>
      tenantDb(installId).transaction(async (tx) => {
        await writeStore(tx, installId, { ...store, name }, fence);
        await writeDiscounts(tx, installId, [{ ...discount, title: name }], fence);
      });
    await write('later', later);
    await write('earlier', later - 1n);
    await tenantDb(installId).transaction(async (tx) => {
      expect((await findMirroredStore(tx, installId))?.store.name).toBe('later');
      const row = await tx.mirrorDiscount.findFirst({ where: { installId, id: discount.id } });
      expect(row?.document).toMatchObject({ title: 'later' });
    });
  });

  it('an order is confirmed by its event although a user’s later read was stored first', async () => {
    await fresh();
    const [byEvent, byPerson] = await tenantDb(installId).transaction(async (tx) => [
      await nextFence(tx),
      await nextFence(tx),
    ]);
    await write(dated(order, early, 'placed'), byPerson ?? 0n);
    await write(dated(order, early, 'placed'), byEvent ?? 0n, true);
    expect(await rowOf(installId, order.id)).toMatchObject({
      eventReadAt: expect.any(Date),
      fence: byPerson,
    });
  });

  it('D5 GEN-5: customer and address are never stored, whatever the response includes', async () => {
    await fresh();
    expect(order.customer?.phone).toBeTruthy();
    await write(order, 1n);
    const row = JSON.stringify(await rowOf(installId, order.id), (_, value) =>
      typeof value === 'bigint' ? String(value) : value,
    );
    for (const secret of Object.values(order.customer ?? {})) if (secret) expect(row).not.toContain(secret);
  });
});
