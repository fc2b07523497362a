import type pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { installClient } from '@/lib/installs/install-client.server';
import { startSession } from '@/lib/installs/sign-in/session.server';
import { createOrder } from '@/lib/orders/new-order/create-order.server';
import { readOrder } from '@/lib/orders/order/read-order.server';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import { refreshStore } from '@/lib/store/read-store.server';
import { saveSettings } from '@/lib/store/save-settings.server';
import { decrypt } from '@/lib/system/keys/crypto';
import { finishInstalls } from '@/lib/worker/finish-installs.server';
import { purgeAll } from '@/lib/worker/purge.server';
import { startWorker } from '@/lib/worker/start-worker.server';
import { type AppWorld, startAppWorld } from '@/tests/support/integration/app-world';
import { eventually } from '@/tests/support/stack/eventually';
import { everyRow } from '@/tests/support/integration/every-row';
import { installContext } from '@/tests/support/integration/install-context';
import { sellElsewhere, platformStateOf } from '@/tests/support/integration/merchant-sales';
import { superuserOf } from '@/tests/support/mirror/mirror-database';
import { patiently } from '@/tests/support/operations/operation-patience';
import { orderCommand } from '@/tests/support/operations/order-command';
import { plantCash } from '@/tests/support/integration/plant-cash';
import { openPage, postForm } from '@/tests/support/integration/quote-fixture';
import { sentQuote } from '@/tests/support/integration/sent-quote';
import { startWebhookEndpoint, type WebhookEndpoint } from '@/tests/support/webhooks/webhook-endpoint';

let world: AppWorld;
let endpoint: WebhookEndpoint;
let worker: { stop(): Promise<void> };
let superuser: pg.Client;

beforeAll(async () => {
  endpoint = await startWebhookEndpoint();
  world = await startAppWorld({ appUrl: endpoint.appUrl });
  superuser = await superuserOf(inject('testServer'), { url: world.appEnv.DATABASE_URL ?? '' });
  worker = startWorker();
});
afterAll(async () => {
  await worker.stop();
  await endpoint.stop();
  await superuser.end();
  await world.stop();
});

/**
 * Searches the rows of all tables for the given words. Returns each match as `table: word`, such as `quotes: Salma`.
 */
async function grep(words: Iterable<string>): Promise<string[]> {
  const found: string[] = [];
  const sought = [...new Set(words)];
  for (const [table, rows] of await everyRow(superuser)) {
    const text = rows.join('\n');
    for (const word of sought) if (text.includes(word)) found.push(`${table}: ${word}`);
  }
  return found;
}

/** Returns the customer names, contact data and addresses of every order that the platform has for the store. */
async function personalWords(): Promise<Set<string>> {
  const { orders } = await platformStateOf(world, 0);
  const words = new Set<string>();
  for (const { customer, shipping_address: place } of orders)
    for (const said of [
      [customer?.first_name, customer?.last_name].filter(Boolean).join(' '),
      customer?.email,
      customer?.phone,
      customer?.phone?.replace(/\D/g, '').slice(-9),
      // Provinces, cities and countries are left out of the search, because the store's own data contains the same
      // words.
      ...Object.entries(place ?? {}).map(([key, text]) => !/province|city|country/.test(key) && text),
    ])
      if (typeof said === 'string' && said.length > 5) words.add(said);
  return words;
}

const secretOf = async (installId: InstallId) => {
  const [stored] = await world.system<{ current_enc: string }>(
    `SELECT current_enc FROM webhook_secrets WHERE install_id = $1 AND status = 'active'`,
    [installId],
  );
  return stored
    ? decrypt(stored.current_enc, { installId, column: 'webhook_secrets.current_enc', row: [] })
    : null;
};

it('after an uninstall a database dump has no personal data, token or sales data; before it, no such personal data or token is in plain text', async () => {
  const tokens = await world.grant();
  const installId = await world.takeIn(tokens);
  await refreshStore(installId, installClient(installId, 'person'));
  // From now on, the app also stores the customers of orders that it did not create.
  const settings = { keepsCustomers: true };
  expect(await saveSettings(await installContext(installId), { installId, settings })).toMatchObject({
    code: 'saved',
  });
  while (await finishInstalls());
  const secret = await eventually('the subscription is in place', () => secretOf(installId));
  const session = await startSession(installId, null);
  await eventually(
    'the past orders are in the mirror',
    async () =>
      (
        await world.system(
          `SELECT 1 FROM sweeps WHERE install_id = $1 AND resource = 'orders' AND kind = 'full' AND ended_at IS NULL`,
          [installId],
        )
      ).length === 0,
    60_000,
  );
  // The test writes personal data into the database in five ways: with an order, with an accepted quote, with the text
  // of a draft quote, with a webhook, and with cash and deliveries.
  const context = await installContext(installId);
  expect(await patiently(createOrder)(context, orderCommand(installId))).toMatchObject({ code: 'succeeded' });
  const quote = await sentQuote(context);
  expect((await openPage(quote.token)).status).toBe(200);
  expect((await postForm(quote.token)).status).toBeLessThan(400);
  const open = await sentQuote(context);
  const sold = await sellElsewhere(world, 0);
  await eventually('the sale arrived by webhook', async () => {
    const rows = await world.system('SELECT 1 FROM orders WHERE install_id = $1 AND id = $2', [
      installId,
      sold.id,
    ]);
    return rows.length === 1;
  });

  const planted = await plantCash(context);
  const [newest] = (await platformStateOf(world, 0)).orders
    .filter(({ source, customer }) => source !== 'app' && customer?.phone)
    .toSorted((one, next) => next.created_at.localeCompare(one.created_at));
  await readOrder(context, newest?.id ?? '');
  const kept = await world.system('SELECT 1 FROM order_customers WHERE install_id = $1 AND order_id = $2', [
    installId,
    newest?.id,
  ]);
  expect(kept).toHaveLength(1);

  const personal = await personalWords();
  expect(personal.size).toBeGreaterThan(20);
  for (const word of ['سلمى الخطيب', '944123456', ...planted.words]) personal.add(word);
  expect([...personal].filter((word) => /\d{9}/.test(word)).length).toBeGreaterThan(5);
  const secrets = [
    tokens.access_token,
    tokens.refresh_token,
    secret,
    session,
    quote.token,
    open.token,
    ...planted.tokens,
  ].map(String);
  expect(secrets.every((word) => word.length > 20)).toBe(true);
  expect(await grep([...personal, ...secrets])).toEqual([]);

  const { orders, products } = await platformStateOf(world, 0);
  // The name of a carrier comes from the shipments of the platform, so it is not encrypted.
  expect(new Set(await grep([planted.driverName]))).toEqual(new Set([`carriers: ${planted.driverName}`]));
  const business = [
    planted.driverName,
    ...orders.map(({ id }) => id),
    ...products.map(({ id }) => id),
    quote.quoteId,
  ];
  // Checks that the search works: before the uninstall, the database must contain the words that must be absent later.
  expect((await grep(business)).length).toBeGreaterThan(orders.length);

  await world.sandbox.control('DELETE', `/installs/${installId}`);
  await eventually('the install is closed', async () => {
    const [row] = await world.system<{ closed: boolean }>(
      'SELECT revoked_at IS NOT NULL AS closed FROM installs WHERE install_id = $1',
      [installId],
    );
    return row?.closed;
  });
  // The worker is stopped here. The install is closed and gets no new work. A real worker would have two days for its
  // remaining work, but the test only simulates these two days.
  await worker.stop();
  // Simulates that two days pass after the install was closed. For some time, a previous webhook secret of the install
  // still verifies late deliveries. The test moves the end of that time back by two days too.
  await world.system(
    `UPDATE installs SET revoked_at = revoked_at - interval '48 hours' WHERE install_id = $1`,
    [installId],
  );
  await world.system(
    `UPDATE webhook_secrets SET previous_until = previous_until - interval '48 hours' WHERE install_id = $1`,
    [installId],
  );
  expect(Object.values(await purgeAll())).not.toContain(null);
  expect(await grep([...personal, ...secrets])).toEqual([]);
  // The inbox (the table of received deliveries) keeps the event id and the entity id of each event for 35
  // days. The app needs the event id to recognize a repeated event. The entity id does not identify a
  // customer.
  expect((await grep(business)).filter((found) => !found.startsWith('inbox: '))).toEqual([]);
  const remaining = [...(await everyRow(superuser))].flatMap(([table, rows]) =>
    rows.some((row) => row.includes(installId)) ? [table] : [],
  );
  // The table ledger_marks keeps its row for the install while the app has no secret ledger. The row contains
  // only the id of the install.
  expect(remaining.toSorted()).toEqual(['inbox', 'installs', 'ledger_marks']);
}, 180_000);
