import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { installClient } from '@/lib/installs/install-client.server';
import { claimDirtyProducts } from '@/lib/mirror/dirty/dirty-queue.server';
import { overlapMs } from '@/lib/mirror/sweeps/next-watermark';
import { findMirroredProducts } from '@/lib/mirror/products/product-mirror.server';
import { findFirstItems } from '@/lib/mirror/orders/find-first-items.server';
import { readDirtyProducts, refreshOrder } from '@/lib/mirror/dirty/read-dirty.server';
import { stepSweep } from '@/lib/mirror/sweeps/step-sweep.server';
import { requestSweep, type ClaimedSweep, claimSweeps } from '@/lib/mirror/sweeps/sweep-queue.server';
import type { SweepKind, SweepResource } from '@/lib/mirror/sweeps/sweep-schedule';
import { readOrderRows } from '@/lib/orders/list/read-order-page.server';
import { Discount } from 'commerce-platform-client/contract/discounts';
import { Product } from 'commerce-platform-client/contract/products';
import { type InstallId, OrderId } from 'commerce-platform-client/contract/ids';
import { tenantDb } from '@/lib/system/db';
import type { Sweep } from '@/lib/system/generated/prisma/client';
import { type AppWorld, startAppWorld } from '@/tests/support/integration/app-world';
import { marksOf } from '@/tests/support/mirror/inbox-probe';
import { sellElsewhere, platformStateOf } from '@/tests/support/integration/merchant-sales';
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
  proxy.rewrite = (body) => body;
  proxy.override = () => null;
  proxy.pageSize = 100;
  proxy.requests.length = 0;
  await world.sandbox.control('PUT', '/variation', {});
  await world.system('DELETE FROM dirty_marks');
});

type Name = `${SweepResource}.${SweepKind}`;

const lastQuery = () => proxy.requests.at(-1)?.query ?? new URLSearchParams();
const rowsOf = (installId: InstallId) =>
  tenantDb(installId).transaction((tx) => tx.mirrorOrder.findMany({ where: { deletedAt: null } }));
const rowOf = (installId: InstallId, id: string) =>
  tenantDb(installId).transaction((tx) => tx.mirrorOrder.findFirst({ where: { installId, id } }));
const driftOf = (installId: InstallId) =>
  tenantDb(installId).transaction((tx) => tx.drift.findMany({ orderBy: { foundAt: 'asc' } }));

async function sweepOf(installId: InstallId, name: Name): Promise<Sweep> {
  const [resource = '', kind = ''] = name.split('.');
  const key = { installId, resource, kind };
  return tenantDb(installId).transaction((tx) =>
    tx.sweep.findUniqueOrThrow({ where: { installId_resource_kind: key } }),
  );
}

/** Makes only the named sweep (a read of a whole list) of the install due. Then claims the sweep as a worker does. */
async function claim(installId: InstallId, name: Name): Promise<ClaimedSweep> {
  await world.system(
    `UPDATE sweeps SET due_at = CASE WHEN install_id = $1 AND resource || '.' || kind = $2
    THEN now() ELSE now() + interval '1 day' END`,
    [installId, name],
  );
  const [sweep] = await claimSweeps(10);
  if (!sweep) throw new Error(`${name} can not be claimed`);
  expect(`${sweep.resource}.${sweep.kind}`).toBe(name);
  return sweep;
}

const step = async (installId: InstallId, name: Name) =>
  stepSweep(await claim(installId, name), installClient(installId, 'person'));

/** Runs a sweep from its start to its end, one step after another. Returns the row of the sweep. */
async function run(installId: InstallId, name: Name): Promise<Sweep> {
  do await step(installId, name);
  while ((await sweepOf(installId, name)).startedAt !== null);
  return sweepOf(installId, name);
}

/** The fields of a list response that the test needs. All other fields stay in the response unchanged. */
const Rows = z.object({ data: z.array(z.looseObject({ id: z.string() })) }).loose();
type Row = z.infer<typeof Rows>['data'][number];

/**
 * Makes the proxy change the rows of one list (such as "orders") in every response of the platform to the
 * app.
 */
function rewriteRows(list: string, change: (rows: Row[]) => unknown[]): void {
  proxy.rewrite = (body, line) => {
    if (line !== `GET /v1/${list}`) return body;
    const page = Rows.parse(body);
    return { ...page, data: change(page.data) };
  };
}

const Detail = z.object({ data: z.looseObject({ id: z.string(), items: z.array(z.looseObject({})) }) });

/** Makes the proxy change one order in every response of the platform that has its details. */
function rewriteOrder(id: string, change: (order: z.infer<typeof Detail>['data']) => object): void {
  proxy.rewrite = (body, line) =>
    line === `GET /v1/orders/${id}` ? { data: change(Detail.parse(body).data) } : body;
}

describe('the backfill', () => {
  it('LIST-2 LIST-3 GEN-9: reads the orders once, in pages, and each step continues after the previous page', async () => {
    const installId = await world.install();
    const { orders } = await platformStateOf(world, 0);
    const pages = Math.ceil(orders.length / 100);
    expect(pages).toBeGreaterThanOrEqual(3);
    for (let page = 1; page <= pages; page++) {
      await step(installId, 'orders.full');
      expect(await rowsOf(installId)).toHaveLength(Math.min(page * 100, orders.length));
    }
    expect(proxy.count('GET /v1/orders')).toBe(pages);
    const oldest = new Date(Math.min(...orders.map((order) => Date.parse(order.created_at))));
    expect(await sweepOf(installId, 'orders.full')).toMatchObject({
      startedAt: null,
      endedFetched: orders.length,
      reachedBack: oldest,
    });
  });

  it('M8: a page that was read before an event never overwrites the data of that event', async () => {
    const installId = await world.install();
    const { orders } = await platformStateOf(world, 0);
    const placed = orders
      .toSorted((x, y) => (x.created_at < y.created_at ? 1 : -1))
      .find(({ status }) => status === 'placed');
    const id = OrderId.parse(placed?.id);
    let letOn = () => {};
    const gate = new Promise<void>((resolve) => (letOn = resolve));
    proxy.rewrite = async (body, line) => {
      if (line === 'GET /v1/orders') await gate;
      return body;
    };
    const paging = step(installId, 'orders.full');
    await expect.poll(() => proxy.count('GET /v1/orders')).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 200));
    await world.sandbox.control('PATCH', `/orders/${id}`, { status: 'cancelled' });
    await refreshOrder(installId, id, installClient(installId, 'person'), { byEvent: true });
    letOn();
    await paging;
    expect(await rowOf(installId, id)).toMatchObject({ status: 'cancelled', detail: expect.anything() });
    expect((await rowsOf(installId)).length).toBe(100);
  });

  it('M13: an unreadable row does not keep other rows out of the mirror, and the sweep continues', async () => {
    const installId = await world.install({ store: 1 });
    await sellElsewhere(world, 1);
    const { id } = await sellElsewhere(world, 1);
    rewriteRows('orders', (rows) => rows.map((row) => (row.id === id ? { ...row, total: null } : row)));
    const { endedAt } = await run(installId, 'orders.full');
    const { orders } = await platformStateOf(world, 1);
    expect(endedAt).not.toBeNull();
    expect((await rowsOf(installId)).map((row) => row.id).sort()).toEqual(
      orders
        .map((order) => order.id as string)
        .filter((other) => other !== id)
        .sort(),
    );
  });

  it('text that PostgreSQL cannot store does not keep its order out of the mirror', async () => {
    const installId = await world.install({ store: 1 });
    const { id } = await sellElsewhere(world, 1);
    const hostile = { order_number: '\0\ud800 7' };
    rewriteRows('orders', (rows) => rows.map((row) => ({ ...row, ...hostile })));
    await run(installId, 'orders.full');
    proxy.rewrite = (body) => ({
      data: { ...z.object({ data: z.looseObject({}) }).parse(body).data, ...hostile },
    });
    await refreshOrder(installId, OrderId.parse(id), installClient(installId, 'person'), { byEvent: true });
    expect((await rowOf(installId, id))?.orderNumber).toMatch(/^\uFFFD\uFFFD/);
  });

  it.each([
    { created_at: '0000-01-01T00:00:00Z' },
    { updated_at: '2026-01-01T00:00:00+23:59' },
    { total: { amount_minor: 1, currency: randomBytes(9_000).toString('hex'), decimals: 0 } },
  ])(
    'M13: a row that PostgreSQL refuses does not keep other rows out of the mirror (%#)',
    async (refused) => {
      const installId = await world.install({ store: 1 });
      await sellElsewhere(world, 1);
      const { id } = await sellElsewhere(world, 1);
      rewriteRows('orders', (rows) => rows.map((row) => (row.id === id ? { ...row, ...refused } : row)));
      await step(installId, 'orders.full');
      expect(await sweepOf(installId, 'orders.full')).toMatchObject({
        lastError: null,
        endedAt: expect.any(Date),
      });
      const { orders } = await platformStateOf(world, 1);
      expect(await rowsOf(installId)).toHaveLength(orders.length - 1);
    },
  );

  it('M13: a quantity that an integer of PostgreSQL cannot hold does not break the list of orders', async () => {
    const installId = await world.install({ store: 1 });
    const { id } = await sellElsewhere(world, 1);
    await run(installId, 'orders.full');
    // A cashier can scan a barcode into the field of the quantity.
    const quantity = 6_281_000_000_123;
    rewriteOrder(id, ({ items, ...order }) => ({
      ...order,
      items: items.map((item) => ({ ...item, quantity })),
    }));
    await refreshOrder(installId, OrderId.parse(id), installClient(installId, 'person'), { byEvent: true });
    const rows = await tenantDb(installId).transaction((tx) =>
      readOrderRows(tx, { installId, mayKnow: false }, [id]),
    );
    expect(rows).toMatchObject([{ id, itemsSummary: { quantity } }]);
    const first = await tenantDb(installId).transaction((tx) => findFirstItems(tx, installId, [id]));
    expect(first.get(id)).toMatchObject({ quantity });
  });

  it('U5: order details are read after the list is complete, newest first, and not twice', async () => {
    const installId = await world.install({ store: 1 });
    for (let sold = 0; sold < 7; sold++) await sellElsewhere(world, 1);
    proxy.pageSize = 2;
    await step(installId, 'orders.full');
    await run(installId, 'orders.details');
    expect(proxy.requests.filter(({ line }) => line.startsWith('GET /v1/orders/'))).toEqual([]);
    await run(installId, 'orders.full');
    await step(installId, 'orders.details');
    const newest = (await rowsOf(installId)).sort((x, y) => (x.createdAt < y.createdAt ? 1 : -1));
    expect(newest.slice(0, 5).every(({ detail }) => detail !== null)).toBe(true);
    await run(installId, 'orders.details');
    expect((await rowsOf(installId)).every(({ detail }) => detail !== null)).toBe(true);
    proxy.requests.length = 0;
    await run(installId, 'orders.details');
    expect(proxy.requests).toEqual([]);
  });

  it('M13: an order that the platform always refuses to return does not keep the details of other orders out', async () => {
    const installId = await world.install({ store: 1 });
    await sellElsewhere(world, 1);
    const { id } = await sellElsewhere(world, 1);
    await run(installId, 'orders.full');
    proxy.override = (line) => (line === `GET /v1/orders/${id}` ? refusedRead : null);
    await expectOthersRead(installId, id);
  });

  it('M10: while the platform refuses every read, no order is skipped', async () => {
    const installId = await world.install({ store: 1 });
    await sellElsewhere(world, 1);
    await run(installId, 'orders.full');
    proxy.override = (line) => (line.startsWith('GET /v1/orders') ? refusedRead : null);
    for (let steps = 1; steps <= 4; steps++) {
      await step(installId, 'orders.details');
      expect(await sweepOf(installId, 'orders.details')).toMatchObject({ failures: steps, cursor: null });
    }
    proxy.override = () => null;
    await run(installId, 'orders.details');
    expect((await rowsOf(installId)).every(({ detail }) => detail !== null)).toBe(true);
  });
});

/** A refusal that the app does not repeat within one read, so that the tests need not wait. */
const refusedRead = {
  status: 409,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ error: { code: 'conflict', message: 'broken', request_id: 'req_1', details: {} } }),
};

/** Runs the sweep of the details until it has ended, and expects that only the order with the id has none. */
async function expectOthersRead(installId: InstallId, id: string): Promise<void> {
  for (let steps = 0; steps < 20; steps++) {
    await step(installId, 'orders.details');
    if ((await sweepOf(installId, 'orders.details')).endedAt) break;
  }
  const { endedAt, failures } = await sweepOf(installId, 'orders.details');
  expect({ isEnded: endedAt !== null, failures }).toEqual({ isEnded: true, failures: 0 });
  const unread = (await rowsOf(installId)).filter(({ detail }) => detail === null);
  expect(unread.map((row) => row.id)).toEqual([id]);
}

describe('changes without an event', () => {
  it('LIST-4 M9: a change is found by updated_at_min with an overlap of the time ranges, and recorded as drift', async () => {
    const installId = await world.install({ store: 1 });
    const { id } = await sellElsewhere(world, 1);
    await run(installId, 'orders.full');
    await run(installId, 'orders.updated');
    const before = await sweepOf(installId, 'orders.updated');
    await world.sandbox.control('PATCH', `/orders/${id}`, { status: 'approved' });
    // Moves the platform's clock forward by an hour. When a change is an hour old, the app no longer waits for its
    // webhook event.
    await world.sandbox.control('POST', '/clock', { advance_s: 3_600 });
    const claimed = await claim(installId, 'orders.updated');
    await world.system(
      `UPDATE sweeps SET started_at = now() + interval '2 hours', fence = nextval('fence_seq')
      WHERE install_id = $1 AND resource = 'orders' AND kind = 'updated'`,
      [installId],
    );
    await stepSweep(claimed, installClient(installId, 'person'));
    expect(await rowOf(installId, id)).toMatchObject({ status: 'approved' });
    expect(await driftOf(installId)).toMatchObject([
      { entityId: id, foundBy: 'updated', fields: ['status'] },
    ]);
    const updatedAtMin = lastQuery().get('updated_at_min');
    expect(new Date(updatedAtMin ?? '')).toEqual(new Date((before.watermark?.getTime() ?? 0) - overlapMs));
  });

  it('LIST-4: created_at_min finds a new order', async () => {
    const installId = await world.install({ store: 1 });
    await run(installId, 'orders.created');
    const { id } = await sellElsewhere(world, 1);
    await run(installId, 'orders.created');
    expect(await rowOf(installId, id)).not.toBeNull();
    expect(lastQuery().has('created_at_min')).toBe(true);
  });

  it('M9 M10: the watermark moves only at the end of a complete sweep, and a failed sweep is not finished', async () => {
    const installId = await world.install({ store: 1 });
    for (let sold = 0; sold < 3; sold++) await sellElsewhere(world, 1);
    proxy.pageSize = 2;
    const before = await sweepOf(installId, 'orders.updated');
    await step(installId, 'orders.updated');
    expect(await sweepOf(installId, 'orders.updated')).toMatchObject({
      watermark: before.watermark,
      endedAt: null,
      cursor: expect.any(String),
    });
    await world.sandbox.control('POST', '/faults', {
      on: 'api',
      match: 'GET /v1/orders',
      effect: 'status',
      status: 403,
    });
    await step(installId, 'orders.updated');
    await world.sandbox.control('DELETE', '/faults');
    expect(await sweepOf(installId, 'orders.updated')).toMatchObject({
      watermark: before.watermark,
      endedAt: null,
      failures: 1,
      lastError: expect.any(String),
    });
    const after = await run(installId, 'orders.updated');
    expect(after.endedAt).not.toBeNull();
    expect(after.watermark?.getTime()).toBeGreaterThan(before.watermark?.getTime() ?? 0);
  });

  it('a list that returns the cursor of its own page again fails the sweep, so that the sweep does not repeat one page for ever', async () => {
    const installId = await world.install({ store: 1 });
    for (let sold = 0; sold < 5; sold++) await sellElsewhere(world, 1);
    proxy.pageSize = 2;
    await step(installId, 'orders.updated');
    const { cursor } = await sweepOf(installId, 'orders.updated');
    expect(cursor).toEqual(expect.any(String));
    proxy.rewrite = (body) => ({ ...(body as object), next_cursor: cursor });
    await step(installId, 'orders.updated');
    expect(await sweepOf(installId, 'orders.updated')).toMatchObject({
      cursor,
      endedAt: null,
      failures: 1,
      lastError: 'bad_answer',
    });
    proxy.rewrite = (body) => body;
    expect((await run(installId, 'orders.updated')).endedAt).not.toBeNull();
  });

  it('A39: a page with an empty text as its cursor is the last page, so the sweep ends and does not start again', async () => {
    const installId = await world.install({ store: 1 });
    for (let sold = 0; sold < 5; sold++) await sellElsewhere(world, 1);
    proxy.pageSize = 3;
    proxy.rewrite = (body, line) =>
      line === 'GET /v1/orders'
        ? { ...(body as object), next_cursor: (body as { next_cursor: string | null }).next_cursor ?? '' }
        : body;
    proxy.requests.length = 0;
    for (let steps = 0; steps < 60 && !(await sweepOf(installId, 'orders.full')).endedAt; steps++)
      await step(installId, 'orders.full');
    expect(await sweepOf(installId, 'orders.full')).toMatchObject({
      endedAt: expect.any(Date),
      failures: 0,
      lastError: null,
    });
    const { orders } = await platformStateOf(world, 1);
    expect(await rowsOf(installId)).toHaveLength(orders.length);
    expect(proxy.requests.map(({ query }) => query.get('cursor'))).not.toContain('');
  });

  it('M12 PRO-5: a product deleted without an event is found by the full sweep, and only its own 404 makes it a tombstone', async () => {
    const installId = await world.install({ store: 1 });
    await run(installId, 'products.full');
    const { products } = await platformStateOf(world, 1);
    const [gone, unlisted] = products;
    if (!gone || !unlisted) throw new Error('the store has no products');
    await world.sandbox.control('DELETE', `/products/${gone.id}`);
    await world.system('DELETE FROM inbox');
    rewriteRows('products', (rows) => rows.filter(({ id }) => id !== unlisted.id));
    await run(installId, 'products.full');
    const marks = await marksOf(world, installId);
    expect(marks.map(({ entity_id }) => entity_id).sort()).toEqual([gone.id, unlisted.id].sort());
    await readDirtyProducts(await claimDirtyProducts(), installClient(installId, 'person'));
    const stored = await tenantDb(installId).transaction((tx) =>
      findMirroredProducts(tx, installId, [gone.id, unlisted.id]),
    );
    expect([...stored.keys()]).toEqual([unlisted.id]);
    expect(await marksOf(world, installId)).toEqual([]);
  });

  it('M11: after an outage longer than the platform retries a delivery, everything is read again', async () => {
    const installId = await world.install({ store: 1 });
    await run(installId, 'products.full');
    await run(installId, 'products.updated');
    await world.system(
      `UPDATE sweeps SET ended_at = now() - interval '4 hours', due_at = now() + interval '1 day'
      WHERE install_id = $1`,
      [installId],
    );
    await run(installId, 'products.updated');
    expect((await sweepOf(installId, 'products.full')).dueAt.getTime()).toBeLessThanOrEqual(Date.now());
  });

  it('a run that was requested during another run follows it', async () => {
    const installId = await world.install({ store: 1 });
    for (let sold = 0; sold < 3; sold++) await sellElsewhere(world, 1);
    proxy.pageSize = 2;
    await step(installId, 'orders.full');
    await tenantDb(installId).transaction((tx) => requestSweep(tx, installId, 'orders', 'full'));
    await run(installId, 'orders.full');
    expect((await sweepOf(installId, 'orders.full')).dueAt.getTime()).toBeLessThanOrEqual(Date.now());
  });

  it('a sweep that lost its claim while it was reading changes nothing', async () => {
    const installId = await world.install({ store: 1 });
    const { id } = await sellElsewhere(world, 1);
    let letOn = () => {};
    const gate = new Promise<void>((resolve) => (letOn = resolve));
    proxy.rewrite = async (body, line) => {
      if (line === 'GET /v1/orders') await gate;
      return body;
    };
    const slow = step(installId, 'orders.full');
    await expect.poll(() => proxy.count('GET /v1/orders')).toBe(1);
    await world.system('UPDATE sweeps SET claim = claim + 1, lease_until = NULL WHERE install_id = $1', [
      installId,
    ]);
    letOn();
    await slow;
    expect(await sweepOf(installId, 'orders.full')).toMatchObject({ endedAt: null, fetched: 0 });
    expect(await rowOf(installId, id)).toBeNull();
    await run(installId, 'orders.full');
    expect(await rowOf(installId, id)).not.toBeNull();
  });
});

/** Creates orders with ten lines each. Each line adds one movement to the platform's stock ledger. */
async function sellManyLines(orders: number): Promise<void> {
  const { products } = await platformStateOf(world, 1);
  const variants = products
    .filter(({ status }) => status === 'active')
    .flatMap(({ variants }) => variants)
    .filter(({ status, stock }) => status === 'active' && stock > 40);
  const items = variants.slice(0, 10).map(({ id }) => ({ variant_id: id, quantity: 1 }));
  expect(items).toHaveLength(10);
  for (let order = 0; order < orders; order++)
    await world.sandbox.control('POST', '/orders', {
      store_id: world.stores[1]?.id,
      source: 'storefront',
      items,
    });
}

describe('products, stock, discounts, store', () => {
  const newest = { sort: 'newest_first' };
  const oldest = { sort: 'oldest_first' };

  it.each([newest, oldest])(
    'INV-1 A27: the ledger is complete and continues from its last position ($sort)',
    async (variation) => {
      await world.sandbox.control('PUT', '/variation', variation);
      const installId = await world.install({ store: 1 });
      proxy.pageSize = 20;
      await sellManyLines(15);
      await run(installId, 'movements.full');
      const whole = proxy.count('GET /v1/inventory/movements');
      expect(whole).toBeGreaterThan(5);
      for (let again = 0; again < 2; again++) {
        await sellManyLines(1);
        proxy.requests.length = 0;
        await run(installId, 'movements.updated');
        expect(proxy.count('GET /v1/inventory/movements')).toBeLessThan(whole);
      }
      const { movements } = await platformStateOf(world, 1);
      const rows = await tenantDb(installId).transaction((tx) => tx.mirrorMovement.findMany());
      expect(rows.map((row) => [row.id, Number(row.sequence), Number(row.stockAfter)]).sort()).toEqual(
        movements.map((row) => [row.id, row.sequence, row.stock_after]).sort(),
      );
    },
  );

  it('DIS-1 DIS-2 PRO-1: discounts and products equal the platform; a discount missing in a whole run becomes a tombstone', async () => {
    const installId = await world.install({ store: 0 });
    await run(installId, 'discounts.full');
    await run(installId, 'products.full');
    const platformState = await platformStateOf(world, 0);
    const discounts = await tenantDb(installId).transaction((tx) => tx.mirrorDiscount.findMany());
    expect(
      discounts.map((row) => Discount.parse(row.document)).sort((a, b) => (a.id < b.id ? -1 : 1)),
    ).toEqual(
      platformState.discounts.map((row) => Discount.parse(row)).sort((a, b) => (a.id < b.id ? -1 : 1)),
    );
    const stored = await tenantDb(installId).transaction((tx) =>
      findMirroredProducts(
        tx,
        installId,
        platformState.products.map(({ id }) => id),
      ),
    );
    for (const product of platformState.products)
      expect(stored.get(product.id)).toEqual(Product.parse(product));
    const [gone] = discounts;
    rewriteRows('discounts', (rows) => rows.filter(({ id }) => id !== gone?.id));
    await run(installId, 'discounts.full');
    const after = await tenantDb(installId).transaction((tx) =>
      tx.mirrorDiscount.findMany({ where: { deletedAt: { not: null } } }),
    );
    expect(after.map(({ id }) => id)).toEqual([gone?.id]);
  });

  it('a sweep of a sample finds differences that no list shows, records them as drift and repairs them', async () => {
    const installId = await world.install({ store: 1 });
    await sellElsewhere(world, 1);
    await run(installId, 'orders.full');
    await run(installId, 'orders.details');
    const original = await rowsOf(installId);
    await tenantDb(installId).transaction(
      (
        tx,
      ) => tx.$executeRaw`UPDATE orders SET detail = jsonb_set(detail, '{items,0,name}', '"astray"'), header = jsonb_set(header, '{tags}', '["astray"]'),
        fence = fence - 1, detail_fence = detail_fence - 1`,
    );
    const claimed = await claim(installId, 'orders.sample');
    await world.system(
      `UPDATE sweeps SET started_at = now() + interval '1 day', fence = nextval('fence_seq')
      WHERE install_id = $1 AND kind = 'sample' AND resource = 'orders'`,
      [installId],
    );
    await stepSweep(claimed, installClient(installId, 'person'));
    const drift = await driftOf(installId);
    expect(drift.length).toBeGreaterThan(0);
    expect(drift[0]).toMatchObject({
      foundBy: 'sample',
      resource: 'orders',
      fields: expect.arrayContaining(['items', 'tags']),
    });
    for (const { entityId } of drift)
      expect((await rowOf(installId, entityId))?.header).toEqual(
        original.find(({ id }) => id === entityId)?.header,
      );
  });

  it('A23: variants that the product list leaves out are read separately, once for each version, and remain in the search', async () => {
    const installId = await world.install({ store: 1 });
    const { products } = await platformStateOf(world, 1);
    const ids = products.map(({ id }) => id);
    rewriteRows('products', (rows) => rows.map(({ variants: _, ...row }) => row));
    const readMarked = async () => {
      const platform = installClient(installId, 'person');
      for (let due = await claimDirtyProducts(); due.length > 0; due = await claimDirtyProducts())
        await readDirtyProducts(due, platform);
    };
    const marked = async () => (await marksOf(world, installId)).map(({ entity_id }) => entity_id).sort();
    const search = (id: string) =>
      tenantDb(installId).transaction((tx) => tx.mirrorProduct.findFirst({ where: { id } }));
    await run(installId, 'products.full');
    expect(await marked()).toEqual(ids.toSorted());
    await readMarked();
    const stored = await tenantDb(installId).transaction((tx) => findMirroredProducts(tx, installId, ids));
    for (const product of products) expect(stored.get(product.id)).toEqual(Product.parse(product));
    const [changed] = products.filter(({ variants }) => variants.some(({ sku }) => sku));
    if (!changed) throw new Error('the store has no product with a SKU');
    const before = (await search(changed.id))?.searchText;

    await run(installId, 'products.full');
    await run(installId, 'products.sample');
    expect(await marked()).toEqual(
      products.flatMap(({ id, variants }) => (variants.length === 0 ? [id] : [])).sort(),
    );
    expect((await search(changed.id))?.searchText).toBe(before);
    expect(await driftOf(installId)).toEqual([]);

    await readMarked();
    await world.sandbox.control('PATCH', `/products/${changed.id}`, { name: 'Renamed' });
    await run(installId, 'products.updated');
    expect(await marked()).toContain(changed.id);
  });

  it('M12: if a sampled product is missing in the list, it is recorded once, marked, and deleted only after its own 404', async () => {
    const installId = await world.install({ store: 1 });
    await run(installId, 'products.full');
    const [gone, unlisted, poison] = (await platformStateOf(world, 1)).products;
    if (!gone || !unlisted || !poison) throw new Error('the store has too few products');
    await world.sandbox.control('DELETE', `/products/${gone.id}`);
    const marked = async () => (await marksOf(world, installId)).map(({ entity_id }) => entity_id).sort();
    rewriteRows('products', (rows) => rows.filter(({ id }) => id !== unlisted.id));
    for (let again = 0; again < 2; again++) {
      await run(installId, 'products.sample');
      expect(await marked()).toEqual([gone.id, unlisted.id].sort());
      const drift = await driftOf(installId);
      expect(drift.map(({ entityId }) => entityId).sort()).toEqual([gone.id, unlisted.id].sort());
      for (const one of drift)
        expect(one).toMatchObject({ resource: 'products', foundBy: 'sample', fields: ['unlisted'] });
    }
    await readDirtyProducts(await claimDirtyProducts(), installClient(installId, 'person'));
    const stored = await tenantDb(installId).transaction((tx) =>
      findMirroredProducts(tx, installId, [gone.id, unlisted.id]),
    );
    expect([...stored.keys()]).toEqual([unlisted.id]);
    // The product is missing from the mirror because its row cannot be parsed. So the sweep must not report the product
    // as drift (a difference between the mirror and the platform).
    rewriteRows('products', (rows) =>
      rows.map((row) => (row.id === poison.id ? { ...row, variants: 'garbled' } : row)),
    );
    await run(installId, 'products.sample');
    expect(await marked()).toEqual([poison.id]);
    expect(await driftOf(installId)).toHaveLength(2);
  });

  it('M13: one unreadable product does not hold back the other marked products', async () => {
    const installId = await world.install({ store: 1 });
    await run(installId, 'products.full');
    const [poison, gone, renamed] = (await platformStateOf(world, 1)).products;
    if (!poison || !gone || !renamed) throw new Error('the store has too few products');
    await world.sandbox.control('DELETE', `/products/${gone.id}`);
    await world.sandbox.control('PATCH', `/products/${renamed.id}`, { name: 'Renamed' });
    for (const { id } of [poison, gone, renamed])
      await world.system(
        // Makes the dirty mark (the request to read a record) due one second ago. The default of the column is the
        // current time, which may be rounded up to the next millisecond. The mark would then not be due yet.
        `INSERT INTO dirty_marks (install_id, kind, entity_id, mark, next_attempt_at)
         VALUES ($1, 'product', $2, nextval('mark_seq'), now() - interval '1 second') ON CONFLICT DO NOTHING`,
        [installId, id],
      );
    const unreadable = (row: Row) => (row.id === poison.id ? { ...row, variants: 'garbled' } : row);
    proxy.rewrite = (body) => {
      const list = Rows.safeParse(body);
      if (list.success) return { ...list.data, data: list.data.data.map(unreadable) };
      const one = z.object({ data: z.looseObject({ id: z.string() }) }).safeParse(body);
      return one.success ? { data: unreadable(one.data.data) } : body;
    };
    await readDirtyProducts(await claimDirtyProducts(), installClient(installId, 'person'));
    const stored = await tenantDb(installId).transaction((tx) =>
      findMirroredProducts(tx, installId, [poison.id, gone.id, renamed.id]),
    );
    expect([...stored.keys()].sort()).toEqual([poison.id, renamed.id].sort());
    expect(stored.get(renamed.id)?.name).toBe('Renamed');
    expect(await marksOf(world, installId)).toMatchObject([{ entity_id: poison.id, lease_until: null }]);
  });

  const longId = randomBytes(9_000).toString('hex');
  it.each([
    ['inventory/movements', 'movements', { id: longId }],
    ['inventory/movements', 'movements', { variant_id: longId }],
    ['inventory/movements', 'movements', { location_id: longId }],
    ['discounts', 'discounts', { id: longId }],
    ['discounts', 'discounts', { id: 'disc\0' }],
  ] as const)(
    'M13: a row of %s with an id that is too long or that PostgreSQL refuses does not keep other rows out (%#)',
    async (list, resource, refused) => {
      const installId = await world.install({ store: resource === 'movements' ? 1 : 0 });
      if (resource === 'movements') await sellManyLines(2);
      let total = 0;
      rewriteRows(list, (rows) => {
        total += rows.length;
        return rows.map((row, index) => (index === 0 ? { ...row, ...refused } : row));
      });
      await step(installId, `${resource}.full`);
      expect(await sweepOf(installId, `${resource}.full`)).toMatchObject({ lastError: null, failures: 0 });
      expect(total).toBeGreaterThan(1);
      const stored = await tenantDb(installId).transaction((tx) =>
        resource === 'movements' ? tx.mirrorMovement.count() : tx.mirrorDiscount.count(),
      );
      expect(stored).toBe(total - 1);
    },
  );

  it('M13: a page without a readable row ends the run and deletes nothing', async () => {
    const installId = await world.install({ store: 0 });
    await run(installId, 'discounts.full');
    const before = await tenantDb(installId).transaction((tx) => tx.mirrorDiscount.count());
    rewriteRows('discounts', (rows) => rows.map((row) => ({ ...row, percent: 'garbled' })));
    const { endedAt, unreadable } = await run(installId, 'discounts.full');
    expect(endedAt).not.toBeNull();
    expect(unreadable).toBe(before);
    const remaining = { where: { deletedAt: null } };
    expect(await tenantDb(installId).transaction((tx) => tx.mirrorDiscount.count(remaining))).toBe(before);
  });

  it('M5: a 404 that is not from the platform deletes nothing', async () => {
    const installId = await world.install({ store: 1 });
    const { id } = await sellElsewhere(world, 1);
    await run(installId, 'orders.full');
    proxy.override = () => ({ status: 404, body: '<html>no such host</html>' });
    const reading = refreshOrder(installId, OrderId.parse(id), installClient(installId, 'person'), {
      byEvent: true,
    });
    await expect(reading).rejects.toMatchObject({ status: 404, code: 'bad_answer' });
    proxy.override = () => null;
    expect(await rowOf(installId, id)).toMatchObject({ deletedAt: null });
  });

  it('A27: rows of the same moment do not show the sort direction of the ledger', async () => {
    const installId = await world.install({ store: 1 });
    await sellManyLines(1);
    rewriteRows('inventory/movements', (rows) =>
      rows
        .map((row) => ({ ...row, occurred_at: '2026-01-01T00:00:00Z' }))
        .toSorted((x, y) => Number(Reflect.get(x, 'sequence')) - Number(Reflect.get(y, 'sequence'))),
    );
    proxy.pageSize = 5;
    await run(installId, 'movements.full');
    expect((await sweepOf(installId, 'movements.updated')).resumeCursor).toBeNull();
  });

  it('AUT-3: data outside the granted scopes is not requested', async () => {
    const installId = await world.install({ store: 1, scopes: ['orders:read'] });
    await step(installId, 'discounts.full');
    expect(await sweepOf(installId, 'discounts.full')).toMatchObject({
      lastError: 'missing_scope',
      endedAt: null,
    });
    expect(proxy.requests).toEqual([]);
  });
});
