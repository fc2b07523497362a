import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deletePerson } from '@/lib/customers/delete-person.server';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { buryOrder, writeOrderDetail } from '@/lib/mirror/orders/order-mirror.server';
import { keepCustomer } from '@/lib/mirror/orders/keep-customer.server';
import { listOrders, OrderListQuery } from '@/lib/orders/list/list-orders.server';
import { createOrder as createImpatiently } from '@/lib/orders/new-order/create-order.server';
import { readOrder } from '@/lib/orders/order/read-order.server';
import { purgeKeptCustomers } from '@/lib/orders/purge-order-customers.server';
import type { InstallId, OrderId } from 'commerce-platform-client/contract/ids';
import { saveSettings } from '@/lib/store/save-settings.server';
import { nextFence, tenantDb } from '@/lib/system/db';
import type { AppWorld } from '@/tests/support/integration/app-world';
import { startStoreWorld } from '@/tests/support/integration/store-world';
import { patiently } from '@/tests/support/operations/operation-patience';
import { orderCommand } from '@/tests/support/operations/order-command';

type DumpedOrder = {
  id: string;
  source: string | null;
  created_at: string;
  customer: { first_name: string | null; last_name: string | null; phone: string | null } | null;
};

const createOrder = patiently(createImpatiently);

let world: AppWorld;
let installId: InstallId;
let context: InstallContext;
/** The newest order that was not created by the app and whose customer has a name and a phone number. */
let order: { id: string; name: string; lastName: string; phone: string };

beforeAll(async () => {
  ({ world, installId, context } = await startStoreWorld());
  const { orders } = await world.sandbox.control<{ orders: DumpedOrder[] }>(
    'GET',
    `/dump?store_id=${context.store.id}`,
  );
  const [newest] = orders
    .filter(({ source, customer }) => source !== 'app' && customer?.phone && customer.last_name)
    .toSorted((a, b) => b.created_at.localeCompare(a.created_at));
  const { id, customer } = newest ?? {};
  if (!id || !customer) throw new Error('the sandbox has no order with a customer');
  const { first_name: first, last_name: last, phone } = customer;
  order = { id, name: `${first} ${last}`, lastName: last ?? '', phone: phone ?? '' };
});
afterAll(() => world.stop());

const keep = (keepsCustomers: boolean) => saveSettings(context, { installId, settings: { keepsCustomers } });
/** Opens the page of the order, as a user does. The app then reads the order from the platform. */
const open = (id = order.id) => readOrder(context, id);
const rows = () =>
  world.system<{ order_id: string; row: string }>('SELECT order_id, c::text AS row FROM order_customers c');
const search = async (q: string, reader = context) =>
  (await listOrders(reader, OrderListQuery.parse({ q }))).rows.map(({ id }) => id);
const nameIn = async (reader: InstallContext) =>
  (await listOrders(reader, {})).rows.find(({ id }) => id === order.id)?.customerName ?? null;

describe('D5: the customer of an order that another source created', () => {
  it('is not stored before the store switches the setting on', async () => {
    await open();
    expect(await rows()).toEqual([]);
    expect(await search(order.lastName)).toEqual([]);
  });

  it('is stored encrypted at the next read, is in the list, and is found by name and phone', async () => {
    await keep(true);
    await open();
    const [row, ...others] = await rows();
    expect(others).toEqual([]);
    expect(row?.row).not.toContain(order.lastName);
    expect(row?.row).not.toContain(order.phone.slice(-7));
    expect(await nameIn(context)).toBe(order.name);
    expect(await search(order.lastName)).toEqual([order.id]);
    expect(await search(order.phone)).toEqual([order.id]);
  });

  it('is not shown to a role without personal data, nor without the scope clients:read', async () => {
    const scopes = new Set([...context.scopes].filter((scope) => scope !== 'clients:read'));
    for (const reader of [
      { ...context, role: 'viewer' as const },
      { ...context, scopes },
    ]) {
      expect(await nameIn(reader)).toBeNull();
      expect(await search(order.lastName, reader)).toEqual([]);
      expect(await search(order.phone, reader)).toEqual([]);
    }
  });

  it('is stored once: the customer of an order that the app created stays in created_orders', async () => {
    const outcome = await createOrder(context, orderCommand(installId));
    if (outcome.code !== 'succeeded') throw new Error(outcome.code);
    await open(outcome.result.orderId);
    expect((await rows()).map((row) => row.order_id)).toEqual([order.id]);
  });

  it('disappears as soon as the setting is off, and the purge deletes it', async () => {
    await keep(false);
    expect(await nameIn(context)).toBeNull();
    expect(await search(order.lastName)).toEqual([]);
    expect(await purgeKeptCustomers()).toBe(1);
    expect(await rows()).toEqual([]);
  });

  it('is deleted when the app has lost the scope clients:read, and not before', async () => {
    await keep(true);
    await open();
    expect(await purgeKeptCustomers()).toBe(0);
    const set = (change: string) =>
      world.system(`UPDATE installs SET effective_scopes = ${change} WHERE install_id = $1`, [installId]);
    await set(`array_remove(effective_scopes, 'clients:read')`);
    expect(await purgeKeptCustomers()).toBe(1);
    await set(`array_append(effective_scopes, 'clients:read')`);
  });

  it("is deleted after the store's quoteDataDays", async () => {
    await open();
    await saveSettings(context, { installId, settings: { quoteDataDays: 1 } });
    await world.system(`UPDATE order_customers SET created_at = now() - interval '2 days'`);
    expect(await purgeKeptCustomers()).toBe(1);
    expect(await rows()).toEqual([]);
  });

  it('is not stored if the order is older than the retention time', async () => {
    const old = { id: order.id as OrderId, created_at: '2020-01-01T00:00:00Z', customer };
    await tenantDb(installId).transaction((tx) => keepCustomer(tx, installId, old));
    expect(await rows()).toEqual([]);
    const recent = { ...old, created_at: new Date().toISOString() };
    await tenantDb(installId).transaction((tx) => keepCustomer(tx, installId, recent));
    expect(await rows()).toHaveLength(1);
  });

  it('is not stored without the scope clients:read, even if the platform sends it', async () => {
    await world.system('DELETE FROM order_customers');
    const recent = { id: order.id as OrderId, created_at: new Date().toISOString(), customer };
    const set = (change: string) =>
      world.system(`UPDATE installs SET effective_scopes = ${change} WHERE install_id = $1`, [installId]);
    await set(`array_remove(effective_scopes, 'clients:read')`);
    await tenantDb(installId).transaction((tx) => keepCustomer(tx, installId, recent));
    expect(await rows()).toEqual([]);
    await set(`array_append(effective_scopes, 'clients:read')`);
    await tenantDb(installId).transaction((tx) => keepCustomer(tx, installId, recent));
    expect(await rows()).toHaveLength(1);
  });

  it('is deleted with the order, and a read from before the deletion does not store it again', async () => {
    await saveSettings(context, { installId, settings: { quoteDataDays: 730 } });
    const read = await context.platform.getOrder(order.id as OrderId);
    const detail = read.body.data;
    const db = tenantDb(installId);
    const [early, late] = [await db.transaction(nextFence), await db.transaction(nextFence)];
    await db.transaction((tx) => buryOrder(tx, installId, detail.id, { fence: late }));
    expect(await rows()).toEqual([]);
    await db.transaction((tx) => writeOrderDetail(tx, installId, detail, { fence: early, byEvent: false }));
    expect(await rows()).toEqual([]);
  });

  describe('that a user has erased', () => {
    const db = () => tenantDb(installId);
    const write = async () => {
      const { data } = (await context.platform.getOrder(order.id as OrderId)).body;
      const fence = await db().transaction(nextFence);
      await db().transaction((tx) => writeOrderDetail(tx, installId, data, { fence, byEvent: false }));
    };
    const sealed = () =>
      world.system<{ customer_enc: string | null }>('SELECT customer_enc FROM order_customers');

    it('is not stored again if the platform answers 404 for the order and returns it later', async () => {
      await saveSettings(context, { installId, settings: { quoteDataDays: 730, keepsCustomers: true } });
      await write();
      expect(await search(order.lastName)).toEqual([order.id]);
      await deletePerson(context, { installId, phone: order.phone });
      const fence = await db().transaction(nextFence);
      await db().transaction((tx) => buryOrder(tx, installId, order.id as OrderId, { fence }));
      await write();
      expect(await sealed()).toEqual([{ customer_enc: null }]);
      expect(await search(order.lastName)).toEqual([]);
    });

    it('stays marked as erased if the purge runs at the same time', async () => {
      await world.system('DELETE FROM order_customers');
      await write();
      expect(await sealed()).toEqual([{ customer_enc: expect.any(String) }]);
      await keep(false);
      await db().transaction(async (tx) => {
        await tx.$executeRaw`
          UPDATE order_customers SET customer_enc = NULL, phone_key = NULL, name_keys = '{}'
          WHERE install_id = ${installId}`;
        // The purge leaves out the locked row, so it ends before this transaction does.
        await purgeKeptCustomers();
      });
      expect(await sealed()).toEqual([{ customer_enc: null }]);
      await keep(true);
    });
  });

  it.each([
    ['without a name and a phone', { first_name: null, last_name: ' ', phone: null }],
    ['absent', undefined],
  ])('is not stored if it is %s', async (_, given) => {
    await world.system('DELETE FROM order_customers');
    const order = {
      id: 'ord_without' as OrderId,
      created_at: new Date().toISOString(),
      customer: given && { ...given, email: null },
    };
    await tenantDb(installId).transaction((tx) => keepCustomer(tx, installId, order));
    expect(await rows()).toEqual([]);
  });
});

const customer = { first_name: 'Rim', last_name: 'Haddad', phone: '0944 000 111', email: null };
