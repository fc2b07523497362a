import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { installClient } from '@/lib/installs/install-client.server';
import { backfillPage, claimBackfill } from '@/lib/mirror/backfill-orders.server';
import { readDirtyOrder } from '@/lib/mirror/read-dirty.server';
import type { InstallId } from '@/lib/shared/ids';
import { tenantDb } from '@/lib/system/db';
import { type AppWorld, startAppWorld } from '@/tests/support/app-world';
import { truthOf } from '@/tests/support/merchant-sales';
import { type Proxy, startProxy } from '@/tests/support/proxy';

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
afterEach(() => {
  proxy.rewrite = (body) => body;
  proxy.requests.length = 0;
});

const rowOf = (installId: InstallId, id: string) =>
  tenantDb(installId).transaction((tx) => tx.mirrorOrder.findFirst({ where: { installId, id } }));
const rowsOf = (installId: InstallId) =>
  tenantDb(installId).transaction((tx) => tx.mirrorOrder.findMany({ where: { deletedAt: null } }));

describe('the past', () => {
  async function pageOf(installId: InstallId): Promise<void> {
    await world.system(
      `UPDATE backfills SET lease_until = now() + interval '1 hour' WHERE install_id <> $1`,
      [installId],
    );
    expect(await claimBackfill()).toBe(installId);
    expect(await claimBackfill()).toBeNull();
    await backfillPage(installId, installClient(installId, 'person'));
  }

  it('LIST-2 LIST-3 GEN-9: is read once, in pages, and goes on after each where the one before ended', async () => {
    const installId = await world.install();
    const { orders } = await truthOf(world, 0);
    const pages = Math.ceil(orders.length / 100);
    expect(pages).toBeGreaterThanOrEqual(3);
    for (let page = 1; page <= pages; page++) {
      await pageOf(installId);
      expect(await rowsOf(installId)).toHaveLength(Math.min(page * 100, orders.length));
    }
    expect(await claimBackfill()).toBeNull();
    expect(proxy.count('GET /v1/orders')).toBe(pages);
    expect(
      await world.system('SELECT state, fetched, reached_back FROM backfills WHERE install_id = $1', [
        installId,
      ]),
    ).toEqual([
      {
        state: 'done',
        fetched: orders.length,
        reached_back: new Date(Math.min(...orders.map((order) => Date.parse(order.created_at)))),
      },
    ]);
  });

  it('M8: a page that was read before an event never overwrites what the event brought', async () => {
    const installId = await world.install();
    const { orders } = await truthOf(world, 0);
    const { id } = orders
      .toSorted((x, y) => (x.created_at < y.created_at ? 1 : -1))
      .find(({ status }) => status === 'placed') ?? { id: '' };
    let letOn = () => {};
    const held = new Promise<void>((resolve) => (letOn = resolve));
    proxy.rewrite = async (body, line) => {
      if (line === 'GET /v1/orders') await held;
      return body;
    };
    const paging = pageOf(installId);
    await expect.poll(() => proxy.count('GET /v1/orders')).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 200));
    await world.sandbox.control('PATCH', `/orders/${id}`, { status: 'cancelled' });
    await readDirtyOrder(
      { installId, kind: 'order', entityId: id, mark: 1n },
      installClient(installId, 'person'),
    );
    letOn();
    await paging;
    expect(await rowOf(installId, id)).toMatchObject({ status: 'cancelled', detail: expect.anything() });
    expect((await rowsOf(installId)).length).toBe(100);
  });
});
