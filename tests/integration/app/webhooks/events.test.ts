import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openDetail } from '@/lib/mirror/orders/order-mirror.server';
import { findMirroredProducts } from '@/lib/mirror/products/product-mirror.server';
import { Order, type OrderDetail } from 'commerce-platform-client/contract/orders';
import { Product } from 'commerce-platform-client/contract/products';
import { webhookTopics } from 'commerce-platform-client/contract/webhooks';
import { FulfillmentId, type InstallId, OrderId, type StoreId } from 'commerce-platform-client/contract/ids';
import { tenantDb } from '@/lib/system/db';
import { startWorker } from '@/lib/worker/start-worker.server';
import { type AppWorld, startAppWorld } from '@/tests/support/integration/app-world';
import { eventOf, signed, withHeaders } from '@/tests/support/webhooks/delivery';
import { receive } from '@/tests/support/webhooks/receive';
import { eventually } from '@/tests/support/stack/eventually';
import { inboxOf, marksOf } from '@/tests/support/mirror/inbox-probe';
import { installContext } from '@/tests/support/integration/install-context';
import {
  type OperationFixture,
  createOperationFixture,
  paidOrder,
  pendingFulfillment,
} from '@/tests/support/operations/operation-fixture';
import { platformStateOf } from '@/tests/support/integration/merchant-sales';
import type { SubscribedInstall } from '@/tests/support/webhooks/subscribed-install';
import { startWebhookEndpoint, type WebhookEndpoint } from '@/tests/support/webhooks/webhook-endpoint';

/**
 * Tests what webhook events change, from the inbox (the stored deliveries) to the mirror (the app's copy), while a
 * worker runs.
 */
let world: AppWorld;
let endpoint: WebhookEndpoint;
let worker: { stop(): Promise<void> };

beforeAll(async () => {
  endpoint = await startWebhookEndpoint();
  world = await startAppWorld({ appUrl: endpoint.appUrl });
  worker = startWorker();
});
afterAll(async () => {
  await worker.stop();
  await endpoint.stop();
  await world.stop();
});
afterEach(() => world.sandbox.control('PUT', '/variation', {}));

async function subscribed(store: number): Promise<OperationFixture> {
  const { installId } = await subscribedInstall(store);
  return createOperationFixture(await installContext(installId), world.sandbox.control);
}

/** Installs the app and waits until the worker has created its webhook subscription. */
async function subscribedInstall(store: number): Promise<SubscribedInstall> {
  const installId = await world.install({ store });
  await eventually('the subscription is in place', async () => {
    const rows = await world.system(
      `SELECT 1 FROM webhook_secrets WHERE install_id = $1 AND status = 'active' AND pending_since IS NULL`,
      [installId],
    );
    return rows.length === 1;
  });
  await atRest(installId);
  const { webhook } = await world.sandbox.control<{ webhook: { secret: string } }>(
    'GET',
    `/installs/${installId}`,
  );
  return { installId, storeId: world.stores[store]?.id as StoreId, secret: webhook.secret };
}

/**
 * Waits until the install is idle: no unprocessed inbox event, no dirty mark (a note that a record must be read) and no
 * active sweep (a read of a whole list).
 */
async function atRest(installId: InstallId): Promise<void> {
  await eventually('all that is known is mirrored', async () => {
    const [row] = await world.system<{ waiting: string }>(
      `SELECT (SELECT count(*) FROM inbox WHERE install_id = $1 AND state IN ('stored', 'marked'))
        + (SELECT count(*) FROM dirty_marks WHERE install_id = $1)
        -- The sweep 'details' (of past orders) is left out: it runs as long as the request budget requires.
        + (SELECT count(*) FROM sweeps WHERE install_id = $1 AND kind <> 'details'
            AND (started_at IS NOT NULL OR due_at < now() + interval '3 seconds'))
        AS waiting`,
      [installId],
    );
    return row?.waiting === '0';
  });
}

async function settled(installId: InstallId, eventIds: number): Promise<void> {
  await eventually(
    `${eventIds} events were stored`,
    async () => (await inboxOf(world, installId)).length >= eventIds,
  );
  await atRest(installId);
}

const mirroredOrder = (installId: InstallId, id: string) =>
  tenantDb(installId).transaction((tx) => tx.mirrorOrder.findFirst({ where: { installId, id } }));
const movementsOf = (installId: InstallId) =>
  tenantDb(installId).transaction((tx) => tx.mirrorMovement.findMany({ orderBy: { sequence: 'asc' } }));

async function expectMirrored(installId: InstallId, order: OrderDetail): Promise<void> {
  const row = await mirroredOrder(installId, order.id);
  const { customer: _c, shipping_address: _a, ...expected } = order;
  expect(row && { ...Order.parse(row.header), ...openDetail(row) }).toEqual(expected);
}

async function orderOf(store: number, id: string): Promise<OrderDetail> {
  const { orders } = await platformStateOf(world, store);
  const order = orders.find((one) => one.id === id);
  if (!order) throw new Error(`the platform has no ${id}`);
  return order;
}

describe('a change on the platform reaches the mirror', () => {
  it('EVT-10 EVT-11 EVT-12 EVT-13 EVT-15 DEL-1: every topic, sent by the platform, ends settled and mirrored', async () => {
    const on = await subscribed(1);
    const { installId, platform } = on.context;
    const order = await paidOrder(on);
    await world.sandbox.control('PATCH', `/orders/${order.id}`, { status: 'approved' });
    const fulfillmentId = FulfillmentId.parse(await pendingFulfillment(on, order));
    const id = OrderId.parse(order.id);
    const shipped = JSON.stringify({ status: 'shipped', tracking_number: 'TRK-1' });
    await platform.patchFulfillment(randomUUID(), id, fulfillmentId, shipped);
    await platform.createRefund(randomUUID(), id, JSON.stringify({ amount_minor: 100, reason: 'a scratch' }));
    const { data: product } = await world.sandbox.control<{ data: { id: string } }>('POST', '/products', {
      store_id: world.stores[1]?.id,
      name: 'Candle',
      variants: [{ name: 'Red', price_minor: 700, quantity: 3 }],
    });
    await world.sandbox.control('PATCH', `/products/${product.id}`, { name: 'Candles' });
    await world.sandbox.control('DELETE', `/products/${product.id}`);
    const topics = webhookTopics.filter((topic) => topic !== 'app.uninstalled').sort();
    await eventually('each topic was delivered', async () => {
      const delivered = new Set((await inboxOf(world, installId)).map(({ topic }) => topic));
      return topics.every((topic) => delivered.has(topic));
    });
    await atRest(installId);
    const rows = await inboxOf(world, installId);
    expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(['settled']));
    await expectMirrored(installId, await orderOf(1, order.id));
    const { products, movements } = await platformStateOf(world, 1);
    const stored = await tenantDb(installId).transaction((tx) =>
      findMirroredProducts(tx, installId, [product.id, ...products.map((one) => one.id)]),
    );
    expect([...stored.keys()].sort()).toEqual(products.map((one) => one.id as string).sort());
    for (const one of products) expect(stored.get(one.id)).toEqual(Product.parse(one));
    expect(
      (await movementsOf(installId)).map((row) => [row.id, Number(row.sequence), Number(row.stockAfter)]),
    ).toEqual(
      movements.sort((x, y) => x.sequence - y.sequence).map((row) => [row.id, row.sequence, row.stock_after]),
    );
  });

  it.each(['nested', 'no_ids'])(
    'A11: payloads of another shape (%s) have the same result',
    async (payloads) => {
      const on = await subscribed(1);
      await world.sandbox.control('PUT', '/variation', { payloads });
      const order = await paidOrder(on);
      await world.sandbox.control('PATCH', `/orders/${order.id}`, { status: 'approved' });
      await settled(on.context.installId, 4);
      await expectMirrored(on.context.installId, await orderOf(1, order.id));
    },
  );

  it('PRO-4: without the scope stock is unknown, not zero; it is read when the scope is granted', async () => {
    const installId = await world.install({ store: 1, scopes: ['products:read', 'orders:read'] });
    const stocks = async () => {
      const rows = await tenantDb(installId).transaction((tx) => tx.mirrorVariant.findMany());
      return rows.map(({ document }) => document as { available_quantity?: number | null });
    };
    await eventually('products are mirrored', async () => (await stocks()).length > 0);
    await atRest(installId);
    expect((await stocks()).every(({ available_quantity }) => available_quantity === null)).toBe(true);
    await world.sandbox.control('PATCH', `/installs/${installId}`, {
      effective_scopes: ['products:read', 'orders:read', 'inventory:read'],
    });
    await world.system(
      `UPDATE install_tokens SET installation_due_at = now(), installation_read_at = now() - interval '2 hours' WHERE install_id = $1`,
      [installId],
    );
    await world.system(`SELECT pg_notify('daftar_work', 'installs')`);
    await eventually('stock is mirrored', async () =>
      (await stocks()).every(({ available_quantity }) => typeof available_quantity === 'number'),
    );
  });
});

describe('D3: an event is a hint', () => {
  let install: SubscribedInstall;
  let on: OperationFixture;
  beforeAll(async () => {
    install = await subscribedInstall(1);
    on = await createOperationFixture(await installContext(install.installId), world.sandbox.control);
    await atRest(install.installId);
  });
  const deliver = async (change: Record<string, unknown>, parts: Record<string, string> = {}) => {
    const event = eventOf(install.installId, install.storeId, change);
    expect(await receive(withHeaders(signed(install.installId, install.secret, event), parts))).toMatchObject(
      { status: 200 },
    );
    return event.id;
  };
  const stateOf = async (eventId: string) =>
    (await inboxOf(world, install.installId)).find(({ event_id }) => event_id === eventId)?.state;

  /**
   * Creates a paid order and waits until its two webhook events are processed. Afterwards the platform sends no further
   * event about the order.
   */
  const soldAndSettled = async () => {
    const order = await paidOrder(on);
    await eventually('its events are settled', async () => {
      const rows = await world.system(
        `SELECT 1 FROM inbox WHERE install_id = $1 AND entity_id = $2 AND state = 'settled'`,
        [install.installId, order.id],
      );
      return rows.length === 2;
    });
    await atRest(install.installId);
    return order;
  };

  it('M6 EVT-13: order.paid before order.created mirrors the complete order', async () => {
    await world.system(`UPDATE webhook_secrets SET status = status WHERE install_id = $1`, [
      install.installId,
    ]);
    const order = await soldAndSettled();
    await tenantDb(install.installId).transaction((tx) =>
      tx.mirrorOrder.deleteMany({ where: { id: order.id } }),
    );
    const id = await deliver({ topic: 'order.paid', data: { order_id: order.id, total_minor: 1 } });
    await eventually('it is settled', async () => (await stateOf(id)) === 'settled');
    await expectMirrored(install.installId, await orderOf(1, order.id));
  });

  it('EVT-5 M4: whatever the sequence and content of the events, the mirror equals the platform state', async () => {
    const order = await paidOrder(on);
    await world.sandbox.control('PATCH', `/orders/${order.id}`, { status: 'approved' });
    for (const [sequence, status] of [
      [9_000, 'cancelled'],
      [8_999, 'placed'],
      [8_998, 'refunded'],
    ])
      await deliver({ topic: 'order.status_changed', sequence, data: { order_id: order.id, status } });
    await atRest(install.installId);
    await expectMirrored(install.installId, await orderOf(1, order.id));
    expect(await mirroredOrder(install.installId, order.id)).toMatchObject({ status: 'approved' });
  });

  it('EVT-2 EVT-14 DEL-5: a repeated event, under its own delivery id or another, changes nothing', async () => {
    const event = eventOf(install.installId, install.storeId, { data: { order_id: 'ord_twice' } });
    const parts = signed(install.installId, install.secret, event);
    for (const headers of [{}, {}, { 'x-platform-delivery-id': 'dlv_other' }])
      expect(await receive(withHeaders(parts, headers))).toMatchObject({ status: 200 });
    await atRest(install.installId);
    const rows = (await inboxOf(world, install.installId)).filter(({ event_id }) => event_id === event.id);
    expect(rows).toHaveLength(1);
    expect(await mirroredOrder(install.installId, 'ord_twice')).toMatchObject({
      deletedAt: expect.any(Date),
    });
  });

  it('M15: a test event gets the state ignored and changes nothing', async () => {
    const order = await soldAndSettled();
    await tenantDb(install.installId).transaction((tx) =>
      tx.mirrorOrder.deleteMany({ where: { id: order.id } }),
    );
    await world.system(
      `INSERT INTO inbox (install_id, event_id, topic, kind, entity_id, test, body)
       VALUES ($1, 'evt_test', 'order.created', 'order', $2, true, $3)`,
      [install.installId, order.id, '{}'],
    );
    await eventually('it is applied', async () => (await stateOf('evt_test')) === 'ignored');
    await atRest(install.installId);
    expect(await mirroredOrder(install.installId, order.id)).toBeNull();
  });

  it('EVT-12: a stock movement is immediately in the ledger as its event describes it, and is corrected when it is read', async () => {
    const { movements } = await platformStateOf(world, 1);
    const [real] = movements.toSorted((x, y) => y.sequence - x.sequence);
    if (!real) throw new Error('the ledger is empty');
    await tenantDb(install.installId).transaction((tx) =>
      tx.mirrorMovement.deleteMany({ where: { id: real.id } }),
    );
    const said = { ...real, movement_id: real.id, delta: real.delta - 5, stock_after: 77 };
    await deliver({ topic: 'inventory.movement_created', data: said });
    const invented = { ...said, movement_id: 'mov_invented' };
    await deliver({ topic: 'inventory.movement_created', data: invented });
    const storedMovements = async () => {
      const rows = await movementsOf(install.installId);
      return rows.filter(({ id }) => id === real.id || id === 'mov_invented');
    };
    await eventually('both are in the ledger as said', async () => (await storedMovements()).length === 2);
    await eventually('the ledger is as the platform has it', async () => {
      const rows = await storedMovements();
      return (
        rows.length === 1 &&
        rows[0]?.sequence === BigInt(real.sequence) &&
        Number(rows[0].delta) === real.delta
      );
    });
    const drift = await tenantDb(install.installId).transaction((tx) =>
      tx.drift.findMany({ where: { resource: 'movements' } }),
    );
    expect(new Set(drift.map(({ entityId }) => entityId))).toEqual(new Set([real.id, 'mov_invented']));
  });

  it('events of a closed install cause no reads', async () => {
    const closed = await subscribedInstall(2);
    await world.system('UPDATE installs SET revoked_at = now() WHERE install_id = $1', [closed.installId]);
    const event = eventOf(closed.installId, closed.storeId);
    expect(await receive(signed(closed.installId, closed.secret, event))).toMatchObject({ status: 200 });
    await eventually('it is stored and ignored', async () =>
      (await inboxOf(world, closed.installId)).some(
        ({ event_id, state }) => event_id === event.id && state === 'ignored',
      ),
    );
    expect(
      (await marksOf(world, closed.installId)).filter(({ entity_id }) => entity_id === 'ord_from_a_test'),
    ).toEqual([]);
  });
});
