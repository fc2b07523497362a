import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { installClient } from '@/lib/installs/install-client.server';
import { openDetail } from '@/lib/mirror/orders/order-mirror.server';
import { Order, OrderDetail } from 'commerce-platform-client/contract/orders';
import { tenantDb } from '@/lib/system/db';
import { ensureSubscription } from '@/lib/webhooks/subscription.server';
import { startWorker } from '@/lib/worker/start-worker.server';
import { createSandbox, type Sandbox } from '@/sandbox/create-sandbox';
import { realClock } from '@/sandbox/world/clock';
import { type AppWorld, startAppWorld } from '@/tests/support/integration/app-world';
import { receive } from '@/tests/support/webhooks/receive';
import { eventually } from '@/tests/support/stack/eventually';
import { testScale } from '@/tests/support/stack/test-scale';

/**
 * Replaces the request budgets of the app and of the sandbox with unlimited budgets, because budgets would only make
 * this test slower. Other tests check the budgets.
 */
vi.mock('@/lib/installs/request-budget.server', async (original) => ({
  ...(await original<typeof import('@/lib/installs/request-budget.server')>()),
  requestBudget: () => ({ take: async () => undefined, block: async () => undefined }),
}));
vi.mock('@/sandbox/domain/budgets', async (original) => {
  const { Budgets, ...rest } = await original<typeof import('@/sandbox/domain/budgets')>();
  return {
    ...rest,
    Budgets: class extends Budgets {
      override takeRequest = () => null;
    },
  };
});

/** Number of orders: 500 at full test size, otherwise 100. */
const orders = testScale < 1 ? 100 : 500;
const eventsPerOrder = 20;
/** Number of orders that change again while the worker reads. */
const changedLate = orders / 25;
const readsMax = (orders * 6) / 5;

const origin = 'http://127.0.0.1:4998';
const app = {
  url: 'http://localhost:3999',
  clientId: 'daftar-test',
  clientSecret: 'a-client-secret-for-tests-of-32-bytes',
};
const realFetch = globalThis.fetch;
const detailReads: string[] = [];
/** Called when the app has read more than half of the orders. */
let halfIsRead: () => void = () => undefined;
let sandbox: Sandbox;
let world: AppWorld;

beforeAll(async () => {
  sandbox = createSandbox({
    seed: 'backlog',
    orders,
    clock: realClock(),
    origin,
    app,
    wallMs: Date.now,
    send: async (_url, { headers, body }) => {
      const { status } = await receive({ method: 'POST', headers, body: Buffer.from(body) });
      return new Response(null, { status });
    },
  });
  globalThis.fetch = (input, init) => {
    const request = new Request(input, init);
    const { pathname } = new URL(request.url);
    if (/^\/v1\/orders\/[^/]+$/.test(pathname)) detailReads.push(pathname);
    if (detailReads.length > orders / 2) halfIsRead();
    return sandbox.fetch(request, '127.0.0.1');
  };
  world = await startAppWorld({ platform: { origin, ...app, control, stop: async () => sandbox.close() } });
}, 120_000);
afterAll(async () => {
  globalThis.fetch = realFetch;
  await world?.stop();
});

async function control<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  const init = { method, ...(body !== undefined && { body: JSON.stringify(body) }) };
  const response = await sandbox.fetch(new Request(`${origin}/_sandbox${path}`, init));
  if (!response.ok)
    throw new Error(`${method} /_sandbox${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Answer;
}

it(`M7: ${orders * eventsPerOrder} backlogged events over ${orders} orders settle with at most ${readsMax} reads`, {
  timeout: 1_200_000,
}, async () => {
  const installId = await world.install({ store: 0 });
  await ensureSubscription(
    { installId, scopes: new Set(['orders:read']) },
    installClient(installId, 'person'),
  );
  // Postpones all sweeps (reads of whole lists) by a day, so that only webhook events cause reads.
  await world.system(`UPDATE sweeps SET due_at = now() + interval '1 day' WHERE install_id = $1`, [
    installId,
  ]);
  const platformOrders = await dump();
  for (let round = 0; round < eventsPerOrder; round++) {
    for (const order of platformOrders) {
      const other = round % 2 === 0 ? 'approved' : 'processing';
      // If the order already had the new status, the platform would send no event. So the test chooses another status.
      const status = round === 0 && order.status === other ? 'shipped' : other;
      await control('PATCH', `/orders/${order.id}`, { status });
    }
    await sandbox.tick();
  }
  // The time limit is long. On a busy machine, the app may refuse a delivery, and the sandbox repeats it only after a
  // minute.
  const stored = await eventually(
    'every event is stored',
    async () => {
      await sandbox.tick();
      const [row] = await counted(installId, 'stored');
      return Number(row?.n) >= orders * eventsPerOrder && row;
    },
    200_000,
  );
  expect(Number(stored.n)).toBe(orders * eventsPerOrder);

  const half = new Promise<void>((resolve) => (halfIsRead = resolve));
  const workers = [startWorker(), startWorker()];
  try {
    await half;
    // Changes some orders again, so that further events arrive while the worker still processes the earlier
    // events.
    for (const order of platformOrders.slice(0, changedLate))
      await control('PATCH', `/orders/${order.id}`, { status: 'shipped' });
    await sandbox.tick();
    await eventually(
      'every event is settled',
      async () => {
        const open = await world.system(
          `SELECT 1 FROM inbox WHERE install_id = $1 AND state IN ('stored', 'marked')
           UNION ALL SELECT 1 FROM dirty_marks WHERE install_id = $1 LIMIT 1`,
          [installId],
        );
        return open.length === 0;
      },
      400_000,
    );
  } finally {
    await Promise.all(workers.map((worker) => worker.stop()));
  }

  console.log(`${stored.n} events and ${changedLate} more: ${detailReads.length} reads`);
  expect(detailReads.length).toBeLessThanOrEqual(readsMax);
  expect(new Set(detailReads).size).toBe(orders);
  const rows = await tenantDb(installId).transaction((tx) =>
    tx.mirrorOrder.findMany({ where: { installId } }),
  );
  const mirrored = new Map(rows.map((row) => [row.id, { ...Order.parse(row.header), ...openDetail(row) }]));
  for (const { customer: _c, shipping_address: _a, ...order } of await dump())
    expect(mirrored.get(order.id)).toEqual(order);
});

async function dump(): Promise<OrderDetail[]> {
  const { orders: all } = await control<{ orders: unknown[] }>(
    'GET',
    `/dump?store_id=${world.stores[0]?.id}`,
  );
  return OrderDetail.array().parse(all);
}

const counted = (installId: string, state: string) =>
  world.system<{ n: string }>('SELECT count(*) AS n FROM inbox WHERE install_id = $1 AND state = $2', [
    installId,
    state,
  ]);
