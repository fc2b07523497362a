import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findPerson } from '@/lib/customers/find-person.server';
import { findRefusals } from '@/lib/customers/find-refusals.server';
import { readBulkPreflight } from '@/lib/customers/read-bulk-preflight.server';
import { isOftenRefused } from '@/lib/customers/person';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { bulkPorts } from '@/lib/kinds/bulk-ports.server';
import type { BulkRequestInput } from '@/lib/operations/bulk/bulk-run';
import { createOrder as createImpatiently } from '@/lib/orders/new-order/create-order.server';
import { readOrder } from '@/lib/orders/order/read-order.server';
import { type InstallId, OrderId } from 'commerce-platform-client/contract/ids';
import { saveSettings } from '@/lib/store/save-settings.server';
import type { AppWorld } from '@/tests/support/integration/app-world';
import { installContext } from '@/tests/support/integration/install-context';
import { confirmStops, refusedAtDoor, sheetOfOrders } from '@/tests/support/integration/sheet-fixture';
import { startStoreWorld } from '@/tests/support/integration/store-world';
import { patiently } from '@/tests/support/operations/operation-patience';
import { orderCommand } from '@/tests/support/operations/order-command';

const createOrder = patiently(createImpatiently);

let world: AppWorld;
let installId: InstallId;
let context: InstallContext;
/** Ids of orders of Salma and of Rami, the oldest first. One more order was not created by the app. */
let salma: string[];
let rami: string[];
let foreign: { id: string; phone: string };
const phones = { salma: '+963944123456', rami: '+963933000111' };

beforeAll(async () => {
  ({ world, installId, context } = await startStoreWorld());
  salma = [await sell(phones.salma), await sell(phones.salma), await sell(phones.salma)];
  rami = [await sell(phones.rami), await sell(phones.rami)];
  const { orders } = await world.sandbox.control<{ orders: SoldOrder[] }>(
    'GET',
    `/dump?store_id=${context.store.id}`,
  );
  const [sold] = orders
    .filter(({ source, customer }) => source !== 'app' && customer?.phone)
    .toSorted((one, next) => next.created_at.localeCompare(one.created_at));
  foreign = { id: sold?.id ?? '', phone: sold?.customer?.phone ?? '' };
  await readOrder(context, foreign.id);
});
afterAll(() => world.stop());

async function sell(phone: string): Promise<string> {
  const outcome = await createOrder(
    context,
    orderCommand(installId, {
      customer: { name: 'زبون', phone },
      shipping: { amount_minor: 0, method: 'delivery' },
      shipping_address: { address: 'شارع بغداد', province: 'damascus' },
    }),
  );
  if (outcome.code !== 'succeeded') throw new Error(outcome.code);
  return outcome.result.orderId;
}

/** Writes a status of an order directly to the mirror, as the app does after a read of the platform. */
const setStatus = (id: string | undefined, status: string, fulfillments: object[] = []) =>
  context.db.transaction(
    (tx) => tx.$executeRaw`
      UPDATE orders SET status = ${status}, header = jsonb_set(header, '{status}', to_jsonb(${status}::text)),
        detail = jsonb_set(detail, '{fulfillments}', ${JSON.stringify(fulfillments)}::jsonb)
      WHERE id = ${id}`,
  );
const shippedParcel = {
  id: 'ful_1',
  provider: null,
  tracking_number: null,
  status: 'shipped',
  created_at: '2026-11-01T10:00:00Z',
  updated_at: '2026-11-01T10:00:00Z',
  lines: [],
};
const all = () => [...salma, ...rami, foreign.id];
const find = (by: InstallContext = context, ids: string[] = all()) => findRefusals(by, ids);
const named = async (by?: InstallContext) => (await find(by))?.orders.map(({ id }) => id);

describe('the orders of customers who often refuse', () => {
  it('are none before two of the last three parcels were refused, and then all of this customer', async () => {
    await setStatus(salma[0], 'returned');
    expect(await find()).toEqual({ orders: [], unknown: 1 });
    await setStatus(salma[1], 'cancelled', [shippedParcel]);
    expect(await named()).toEqual(salma);
    const [row] = await world.system<{ number: string }>(
      `SELECT header ->> 'order_number' AS number FROM orders WHERE id = $1`,
      [salma[0]],
    );
    const found = await find();
    expect(found?.orders[0]).toEqual({ id: salma[0], number: row?.number });
    expect(JSON.stringify(found)).not.toMatch(/زبون|944123456/);
  });

  it('are those that the order page warns about, also after a refusal on a confirmed delivery sheet', async () => {
    await setStatus(rami[0], 'delivered_failed');
    const sheetId = await sheetOfOrders(context, [rami[1] ?? '']);
    expect(await named()).toEqual(salma);
    await confirmStops(context, sheetId, () => refusedAtDoor());
    expect(await named()).toEqual([...salma, ...rami]);
    for (const phone of Object.values(phones)) {
      const person = await findPerson(context, { phone });
      expect(person && isOftenRefused(person)).toBe(true);
    }
    await setStatus(rami[1], 'delivered');
    expect(await named()).toEqual(salma);
  });

  it('are named before a bulk run that ships them, by a shipment or by the status, and before no other run', async () => {
    const targets = [...salma, ...rami].map((orderId) => ({ orderId: OrderId.parse(orderId) }));
    const runOf = (request: BulkRequestInput) => readBulkPreflight(context, request, bulkPorts);
    const ofStatus = (status: 'shipped' | 'processing') =>
      runOf({ kind: 'set_order_status', input: { status }, targets });
    const warned = { refusals: { orders: salma.map((id) => ({ id })), unknown: 0 } };
    for (const [n, id] of salma.entries()) await setStatus(id, n < 2 ? 'delivered_failed' : 'approved');
    expect(await ofStatus('shipped')).toMatchObject(warned);
    expect(await ofStatus('processing')).not.toHaveProperty('refusals');
    const ships = { status: 'shipped', provider: null } as const;
    expect(await runOf({ kind: 'fulfill_orders', input: ships, targets })).toHaveProperty('refusals');
    await setStatus(salma[0], 'returned');
    await setStatus(salma[1], 'cancelled', [shippedParcel]);
    expect(await named()).toEqual(salma);
  });

  it('are hidden from a role without personal data, without orders:read, and from another install', async () => {
    expect(await find({ ...context, role: 'viewer' })).toBeNull();
    expect(await find({ ...context, scopes: new Set(['clients:read']) })).toBeNull();
    expect(await find(await installContext(await world.install()))).toEqual({ orders: [], unknown: 0 });
  });

  it('include orders of other sources only with the scope clients:read and the setting keepsCustomers', async () => {
    await setStatus(foreign.id, 'returned');
    await saveSettings(context, { installId, settings: { keepsCustomers: true } });
    await readOrder(context, foreign.id);
    expect((await find())?.unknown).toBe(0);
    const scopes = new Set([...context.scopes].filter((scope) => scope !== 'clients:read'));
    expect((await find({ ...context, scopes }))?.unknown).toBe(1);
    await saveSettings(context, { installId, settings: { keepsCustomers: false } });
    expect((await find())?.unknown).toBe(1);
  });

  it('are read with two statements, for one order and for a thousand', async () => {
    const counts: number[] = [];
    for (const ids of [salma.slice(0, 1), Array.from({ length: 1_000 }, (_, n) => all()[n] ?? `ord_${n}`)]) {
      let statements = 0;
      const db: InstallContext['db'] = {
        ...context.db,
        transaction: (run) =>
          context.db.transaction((tx) =>
            run(
              new Proxy(tx, {
                get(target, name) {
                  if (name === '$queryRaw') statements++;
                  return Reflect.get(target, name) as unknown;
                },
              }),
            ),
          ),
      };
      expect((await find({ ...context, db }, ids))?.orders.length).toBeGreaterThan(0);
      counts.push(statements);
    }
    expect(counts).toEqual([2, 2]);
  });
});

type SoldOrder = {
  id: string;
  source: string | null;
  created_at: string;
  customer: { phone: string | null } | null;
};
