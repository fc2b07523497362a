import { inspect } from 'node:util';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { readDoctorFacts } from '@/lib/doctor/read-doctor-facts.server';
import { readLoginRights } from '@/lib/doctor/read-login-rights.server';
import { createOrder as createImpatiently } from '@/lib/orders/new-order/create-order.server';
import { systemQuery } from '@/lib/system/db';
import { log } from '@/lib/system/log';
import { rotateRing } from '@/lib/system/keys/rotate-ring';
import { purgeAll } from '@/lib/worker/purge.server';
import { startWorker } from '@/lib/worker/start-worker.server';
import { type AppWorld, startAppWorld } from '@/tests/support/integration/app-world';
import { installContext } from '@/tests/support/integration/install-context';
import { patiently } from '@/tests/support/operations/operation-patience';
import { orderCommand } from '@/tests/support/operations/order-command';
import { eventually } from '@/tests/support/stack/eventually';
import { eventOf, signed } from '@/tests/support/webhooks/delivery';
import { receive } from '@/tests/support/webhooks/receive';
import { subscribedInstall } from '@/tests/support/webhooks/subscribed-install';

const createOrder = patiently(createImpatiently);

let world: AppWorld;

beforeAll(async () => {
  world = await startAppWorld({ appLogin: true });
});
afterAll(() => world.stop());

it("S25: the app's login owns nothing, and app, worker, purge, key rotation and doctor work with it", async () => {
  const rights = await readLoginRights((sql) => systemQuery(sql, []));
  expect(rights).toMatchObject({ ownsTables: false, excess: [] });
  expect(new URL(world.appEnv.DATABASE_URL ?? '').username).toBe(rights.login);

  // The loops of the worker do not end after an error: they log it and try again. So the test searches the log for
  // errors.
  const logged = [vi.spyOn(log, 'warn'), vi.spyOn(log, 'error')];
  const { installId, storeId, secret } = await subscribedInstall(world, 0);
  const worker = startWorker();
  try {
    const command = orderCommand(installId, { currency: world.stores[0]?.currency ?? '' });
    expect(await createOrder(await installContext(installId), command)).toMatchObject({ code: 'succeeded' });
    const event = eventOf(installId, storeId, { topic: 'order.paid', data: { order_id: 'ord_1' } });
    expect((await receive(signed(installId, secret, event))).status).toBe(200);
    await eventually('the event is applied and the store is read', async () => {
      const [seen] = await world.system<{ isDone: boolean }>(
        `SELECT NOT EXISTS (SELECT FROM inbox WHERE state = 'stored') AND (SELECT count(*) > 1 FROM orders)
           AND EXISTS (SELECT FROM products) AS "isDone"`,
      );
      return seen?.isDone;
    });
  } finally {
    await worker.stop();
  }
  expect(Object.entries(await purgeAll()).filter(([, removed]) => removed === null)).toEqual([]);
  expect(
    inspect(
      logged.map(({ mock }) => mock.calls),
      { depth: 8 },
    ),
  ).not.toContain('permission denied');
  expect(await rotateRing()).toMatchObject({ unreadable: 0 });
  const { database, migrations, keys } = await readDoctorFacts();
  expect(database).not.toBeNull();
  expect(migrations).toEqual({ pending: [], unknown: [] });
  expect(keys?.used.map(({ id }) => id)).toEqual(['k1']);
});
