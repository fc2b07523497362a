import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deletePerson } from '@/lib/customers/delete-person.server';
import { DeletePersonCommand } from '@/lib/customers/person-query';
import { readPersonFile } from '@/lib/customers/read-person-file.server';
import { contentOf, sealContent } from '@/lib/deliveries/delivery-rows.server';
import type { SheetId } from '@/lib/deliveries/delivery-commands';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { createOrderLink } from '@/lib/orders/link/create-order-link.server';
import { CreateOrderLinkCommand } from '@/lib/orders/link/order-link';
import { createOrder as createImpatiently } from '@/lib/orders/new-order/create-order.server';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import type { AppWorld } from '@/tests/support/integration/app-world';
import { installContext } from '@/tests/support/integration/install-context';
import { postAnswer } from '@/tests/support/integration/order-link-fixture';
import { confirmStops, refusedAtDoor, sheetOfOrders } from '@/tests/support/integration/sheet-fixture';
import { startStoreWorld } from '@/tests/support/integration/store-world';
import { patiently } from '@/tests/support/operations/operation-patience';
import { orderCommand } from '@/tests/support/operations/order-command';

const createOrder = patiently(createImpatiently);

let world: AppWorld;
let installId: InstallId;
let context: InstallContext;
/** An order of Salma with a confirmation link, another order of hers, and an order of Rami. All are on one sheet. */
let orders: { linked: string; other: string; rami: string };
let sheetId: SheetId;
const rami = { name: 'رامي الحداد', phone: '+963933000111' };
const typed = '٠٩٤٤ ١٢٣ ٤٥٦';
const wish = 'أريد لونًا آخر';
const reason = 'سلمى مسافرة';

beforeAll(async () => {
  ({ world, installId, context } = await startStoreWorld());
  orders = { linked: await sell(), other: await sell(), rami: await sell(rami) };
  sheetId = await sheetOfOrders(context, Object.values(orders));
  await confirmStops(context, sheetId, (stop) =>
    stop.orderId === orders.linked ? refusedAtDoor(reason) : null,
  );
  const command = { installId, orderId: orders.linked, linkId: randomUUID(), replaces: false };
  const link = await createOrderLink(context, CreateOrderLinkCommand.parse(command));
  if (link.code !== 'created') throw new Error(link.code);
  await postAnswer(link.token, { answer: 'change_requested', message: wish });
});
afterAll(() => world.stop());

async function sell(customer = { name: 'سلمى الخطيب', phone: '+963944123456' }): Promise<string> {
  const shipping = { amount_minor: 0, method: 'delivery' as const };
  const address = { address: 'شارع بغداد', province: 'damascus', city: 'المزة', notes: 'بجانب المدرسة' };
  const outcome = await createOrder(
    context,
    orderCommand(installId, { customer, shipping, shipping_address: address }),
  );
  if (outcome.code !== 'succeeded') throw new Error(outcome.code);
  return outcome.result.orderId;
}

const read = (phone = typed, by: InstallContext = context) => readPersonFile(by, { phone });
const stopRow = async (orderId: string) => {
  const rows = await context.db.transaction((tx) =>
    tx.deliveryStop.findMany({ where: { installId, orderId } }),
  );
  if (!rows[0]) throw new Error('no stop');
  return rows[0];
};

describe('S20: the file about one person', () => {
  it('has the stops of delivery sheets and the answers of confirmation links of this person, and of nobody else', async () => {
    const file = await read();
    expect(file?.stops.map(({ orderId }) => orderId).toSorted()).toEqual(
      [orders.linked, orders.other].toSorted(),
    );
    expect(file?.stops.find(({ orderId }) => orderId === orders.linked)).toMatchObject({
      content: { name: 'سلمى الخطيب', address: 'شارع بغداد', notes: 'بجانب المدرسة' },
      result: { answer: 'refused', reason },
    });
    expect(file?.links).toMatchObject([
      { orderId: orders.linked, answer: 'change_requested', message: wish, address: '192.0.2.1' },
    ]);
    expect(JSON.stringify(file)).not.toContain('رامي');
    expect((await read(rami.phone))?.stops.map(({ orderId }) => orderId)).toEqual([orders.rami]);
  });

  it('is null for a role without personal data, and for another install', async () => {
    expect(await read(typed, { ...context, role: 'viewer' })).toBeNull();
    expect(await read(typed, await installContext(await world.install()))).toBeNull();
  });

  it('has a stop of an order of the person also if the stop has no phone number', async () => {
    const stop = await stopRow(orders.other);
    const content = contentOf(stop);
    if (!content) throw new Error('no content');
    const contentEnc = sealContent(stop, { ...content, phone: '' });
    await context.db.transaction((tx) =>
      tx.deliveryStop.updateMany({ where: { installId, id: stop.id }, data: { contentEnc } }),
    );
    expect((await read())?.stops).toHaveLength(2);
  });

  it('is found by a delivery sheet alone, if the app stores no order of the person', async () => {
    await world.system(
      `UPDATE created_orders SET customer_enc = NULL, phone_key = NULL WHERE order_id = $1`,
      [orders.rami],
    );
    expect(await read(rami.phone)).toMatchObject({ name: rami.name, orders: [], stops: [{}], links: [] });
  });

  it('is empty after the person was erased: stops, their reasons, links and answers', async () => {
    const command = DeletePersonCommand.parse({ installId, phone: typed });
    expect(await deletePerson(context, command)).toMatchObject({ code: 'deleted', orders: 2 });
    for (const orderId of [orders.linked, orders.other])
      expect(await stopRow(orderId)).toMatchObject({ contentEnc: null, reasonEnc: null });
    expect(await stopRow(orders.linked)).toMatchObject({ answer: 'refused' });
    expect(await world.system('SELECT 1 FROM order_links')).toEqual([]);
    expect(await read()).toBeNull();
    expect(await read(rami.phone)).toMatchObject({ stops: [{}] });
  });
});
