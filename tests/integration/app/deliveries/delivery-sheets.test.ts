import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { GET, POST } from '@/app/(public)/d/[token]/route';
import { postCash, undoPosting } from '@/lib/cash/post-cash.server';
import { saveCarrier } from '@/lib/cash/save-carrier.server';
import { deletePerson } from '@/lib/customers/delete-person.server';
import { DeletePersonCommand } from '@/lib/customers/person-query';
import { confirmSheet } from '@/lib/deliveries/confirm-sheet.server';
import { createSheet } from '@/lib/deliveries/create-sheet.server';
import {
  ConfirmSheetCommand,
  CreateSheetCommand,
  SheetCommand,
  SheetId,
  ShipSheetCommand,
  type StopResult,
} from '@/lib/deliveries/delivery-commands';
import { shipSheet } from '@/lib/deliveries/ship-sheet.server';
import { listSheetOrders, nameMissingOrders } from '@/lib/deliveries/list-sheet-orders.server';
import { createSheetLink, withdrawSheetLink } from '@/lib/deliveries/link/set-sheet-link.server';
import { purgeStops } from '@/lib/deliveries/purge-stops.server';
import { readDrivers, readSheet, readSheets } from '@/lib/deliveries/read-sheets.server';
import { reasonMax } from '@/lib/deliveries/stop-limits';
import { installClient } from '@/lib/installs/install-client.server';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { bulkPorts } from '@/lib/kinds/bulk-ports.server';
import { readOrderRows } from '@/lib/orders/list/read-order-page.server';
import { retryBulkRun } from '@/lib/operations/bulk/change-bulk-run.server';
import { readBulkRun } from '@/lib/operations/bulk/read-bulk-run.server';
import { startBulkRun } from '@/lib/operations/bulk/start-bulk-run.server';
import { createOrderLink } from '@/lib/orders/link/create-order-link.server';
import { CreateOrderLinkCommand } from '@/lib/orders/link/order-link';
import { createOrder as createImpatiently } from '@/lib/orders/new-order/create-order.server';
import { type InstallId, OrderId } from 'commerce-platform-client/contract/ids';
import { OperationId } from '@/lib/shared/operation-id';
import { dayOf, daysBefore, nextDay, previousDay } from '@/lib/shared/store-day';
import { refreshStore } from '@/lib/store/read-store.server';
import { env } from '@/lib/system/env';
import { socketAddressHeader } from '@/lib/system/http/client-address';
import { startWorker } from '@/lib/worker/start-worker.server';
import en from '@/messages/en.json';
import { mirrorCashOrder } from '@/tests/support/cash/mirror-cash-order';
import type { AppWorld } from '@/tests/support/integration/app-world';
import { installContext } from '@/tests/support/integration/install-context';
import { shipPart } from '@/tests/support/integration/ship-part';
import { startStoreWorld } from '@/tests/support/integration/store-world';
import { eventually } from '@/tests/support/stack/eventually';
import { patiently } from '@/tests/support/operations/operation-patience';
import { orderCommand } from '@/tests/support/operations/order-command';

const createOrder = patiently(createImpatiently);

let world: AppWorld;
let installId: InstallId;
let context: InstallContext;
let carrierId: string;
const customer = { name: 'سلمى الخطيب', phone: '+963944123456' };
const driverPhone = '+963933777888';

beforeAll(async () => {
  ({ world, installId, context } = await startStoreWorld());
  carrierId = await addDriver(driverPhone);
});
afterAll(() => world.stop());

async function addDriver(phone: string, of = context): Promise<string> {
  const id = randomUUID();
  const carrier = { name: `سائق ${id}`, phone, trackingUrl: '', feeMinor: 0, isArchived: false };
  await saveCarrier(of, { installId: of.installId, carrierId: id, ...carrier });
  return id;
}

async function addOrder(person = customer): Promise<string> {
  const delivery = {
    customer: person,
    shipping: { amount_minor: 0, method: 'delivery' as const },
    shipping_address: { address: 'شارع بغداد', province: 'damascus', city: 'المزة', notes: 'بجانب المدرسة' },
  };
  const outcome = await createOrder(context, orderCommand(installId, delivery));
  if (outcome.code !== 'succeeded') throw new Error(JSON.stringify(outcome));
  return outcome.result.orderId;
}

/** Returns the command that makes a delivery sheet of orders for today. */
const newSheetCommand = (orderIds: readonly string[], rest: Record<string, unknown> = {}) =>
  CreateSheetCommand.parse({
    installId,
    operationId: randomUUID(),
    carrierId,
    day: dayOf(new Date(), context.store.timezone),
    note: '',
    orderIds,
    ...rest,
  });

/** Creates a delivery sheet of new orders for today. Returns the id of the sheet and the token of the driver's link. */
async function newSheet({ orders = 1, driver = carrierId, person = customer } = {}) {
  const orderIds = [];
  for (let n = 0; n < orders; n++) orderIds.push(await addOrder(person));
  const command = newSheetCommand(orderIds, { carrierId: driver, note: 'اتصل قبل الوصول' });
  expect(await createSheet(context, command)).toMatchObject({ code: 'created' });
  const sheetId = SheetId.parse(command.operationId);
  return { command, sheetId, orderIds, token: await newLink(sheetId) };
}

async function newLink(sheetId: SheetId): Promise<string> {
  expect(await createSheetLink(context, SheetCommand.parse({ installId, sheetId }))).toMatchObject({
    code: 'saved',
  });
  return (await sheetOf(sheetId)).link?.token ?? '';
}

async function sheetOf(sheetId: SheetId) {
  const sheet = await readSheet(context, sheetId);
  if (!sheet) throw new Error('no sheet');
  return sheet;
}

/**
 * Returns a simulated browser of the driver. It keeps the cookie of the driver's page between requests, as a phone
 * does.
 */
function phone(token: string) {
  let cookie = '';
  const send = async (fields: Record<string, string> | null, origin = env().APP_URL) => {
    const request = new Request(`${env().APP_URL}/d/${token}?lang=en`, {
      method: fields ? 'POST' : 'GET',
      ...(fields && { body: new URLSearchParams(fields) }),
      headers: { origin, cookie, [socketAddressHeader]: '192.0.2.7' },
    });
    const response = await (fields ? POST : GET)(request, { params: Promise.resolve({ token }) });
    cookie = response.headers.get('set-cookie')?.split(';')[0] ?? cookie;
    return { status: response.status, text: await response.text() };
  };
  return { open: () => send(null), post: send, unlock: (digits = '7888') => send({ digits }) };
}

/** Reads the fields of the first form for a stop. */
function formOf(text: string): Record<'stop' | 'answer' | 'seen', string> {
  const value = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? '';
  return { stop: value('stop'), answer: value('answer'), seen: value('seen') };
}

const confirmation = async (sheetId: SheetId, operationId: string = randomUUID()) => {
  const { stops } = await sheetOf(sheetId);
  return ConfirmSheetCommand.parse({
    installId,
    sheetId,
    operationId,
    stops: stops.map(({ id, due, result }) => ({
      stopId: id,
      seen: result?.id ?? null,
      dueMinor: due.amount_minor,
      result: result && {
        answer: result.answer,
        paidMinor: result.paid?.amount_minor ?? null,
        reason: result.reason,
      },
    })),
  });
};

const entries = (orderIds: string[]) =>
  context.db.transaction((tx) => tx.cashEntry.findMany({ where: { installId, orderId: { in: orderIds } } }));

describe('a delivery sheet', () => {
  it('stores customer, address and open amount once, also if it is created twice', async () => {
    const { command, sheetId } = await newSheet({ orders: 2 });
    expect(await createSheet(context, command)).toMatchObject({ code: 'created' });
    expect(await createSheet(context, { ...command, day: '2030-01-01' })).toMatchObject({ code: 'reused' });
    expect(await createSheet(context, { ...command, note: 'other' })).toMatchObject({ code: 'reused' });
    const { stops, note } = await sheetOf(sheetId);
    expect(note).toBe('اتصل قبل الوصول');
    expect(stops).toHaveLength(2);
    expect(stops[0]).toMatchObject({
      due: { amount_minor: 30_000, currency: 'SYP', decimals: 0 },
      content: { ...customer, address: 'شارع بغداد', city: 'المزة', notes: 'بجانب المدرسة' },
      result: null,
    });
    const rows = await world.system<{ text: string }>(
      'SELECT p::text || d::text AS text FROM delivery_stops p JOIN delivery_sheets d ON d.id = p.sheet_id',
    );
    expect(rows.length).toBeGreaterThan(1);
    expect(JSON.stringify(rows)).not.toMatch(/سلمى|944123456|شارع|اتصل/);
  });

  it('belongs to its install: another install sees nothing and cannot make a link', async () => {
    const { sheetId } = await newSheet();
    const other = await installContext(await world.install({ store: 1 }));
    expect(await readSheet(other, sheetId)).toBeNull();
    expect(await readSheets(other)).toEqual({ sheets: [], isCut: false });
    const command = SheetCommand.parse({ installId: other.installId, sheetId });
    expect(await createSheetLink(other, command)).toMatchObject({ code: 'not_found' });
    expect(await withdrawSheetLink(other, command)).toMatchObject({ code: 'not_found' });
  });

  it('is not created with an order whose customer or newest data cannot be read', async () => {
    const orderId = await addOrder();
    const command = newSheetCommand([orderId]);
    const fault = { on: 'api', match: `GET /v1/orders/${orderId}`, effect: 'status', status: 500 };
    await world.sandbox.control('POST', '/faults', fault);
    expect(await createSheet(context, command)).toMatchObject({ code: 'orders_unread', count: 1 });
    await world.sandbox.control('DELETE', '/faults');
    const blind = await installContext(installId, 'viewer');
    expect(await createSheet(blind, command)).toMatchObject({ code: 'orders_unread', count: 1 });
    expect(await createSheet(context, command)).toMatchObject({ code: 'created' });
  });

  it('has a day from today to a month ahead, and repeats an order of an open sheet only on request', async () => {
    const { command } = await newSheet();
    const create = (change: object) =>
      createSheet(context, { ...command, operationId: OperationId.parse(randomUUID()), ...change });
    const out = { code: 'day_out', status: 422 };
    expect(await create({ day: previousDay(command.day) })).toEqual(out);
    expect(await create({ day: daysBefore(command.day, -32) })).toEqual(out);
    const repeated = await create({ day: daysBefore(command.day, -31) });
    expect(repeated).toMatchObject({ code: 'repeated', numbers: [expect.any(String)] });
    expect(await create({ mayRepeat: true })).toMatchObject({ code: 'created' });
  });

  it('is refused with an order that the store canceled or does not have, and names these orders', async () => {
    const [kept, cancelled] = [await addOrder(), await addOrder()];
    const create = (orderIds: string[], mayRepeat: boolean) =>
      createSheet(context, newSheetCommand(orderIds, { mayRepeat }));
    await world.sandbox.control('PATCH', `/orders/${cancelled}`, { status: 'cancelled' });
    expect(await create([kept, cancelled, 'ord_of_nobody'], true)).toEqual({
      code: 'orders_ended',
      status: 409,
      orders: [
        { id: 'ord_of_nobody', number: 'ord_of_nobody' },
        { id: cancelled, number: expect.any(String) as string },
      ],
    });
    expect(await create([kept], false)).toMatchObject({ code: 'created' });
  });

  it('names the orders of another open sheet and the delivered ones together, before it repeats both', async () => {
    const driver = await addDriver('+963944777888');
    const { command, sheetId } = await newSheet({ driver });
    const ended = { delivered: 'delivered', refunded: 'refunded', partially_refunded: 'partly_refunded' };
    const others: { id: string; why: string }[] = [];
    for (const [status, why] of Object.entries(ended)) {
      const id = await addOrder();
      await world.sandbox.control('PATCH', `/orders/${id}`, { status });
      others.push({ id, why });
    }
    const [first = ''] = command.orderIds;
    const all = CreateSheetCommand.parse({
      ...command,
      operationId: randomUUID(),
      orderIds: [first, ...others.map(({ id }) => id)],
    });
    const number = expect.any(String) as string;
    const numbers = [number, number, number, number];
    // Each order has its own reason, because only an order of another sheet may be sent a second time.
    const onSheet = { why: 'on_sheet', sheetId, driver: `سائق ${driver}`, day: command.day };
    expect(await createSheet(context, all)).toEqual({
      code: 'repeated',
      status: 409,
      numbers,
      orders: [{ id: first, number, ...onSheet }, ...others.map((one) => ({ ...one, number }))],
    });
  });

  it('with an order that is already delivered is created only on request', async () => {
    const delivered = await addOrder();
    await world.sandbox.control('PATCH', `/orders/${delivered}`, { status: 'delivered' });
    const command = {
      installId,
      operationId: randomUUID(),
      carrierId,
      day: dayOf(new Date(), context.store.timezone),
      note: '',
      orderIds: [delivered],
    };
    expect(await createSheet(context, CreateSheetCommand.parse(command))).toMatchObject({
      code: 'repeated',
      numbers: [expect.any(String)],
    });
    expect(
      await createSheet(context, CreateSheetCommand.parse({ ...command, mayRepeat: true })),
    ).toMatchObject({
      code: 'created',
    });
  });

  it.each([
    [{ status: 'cancelled' }, 'cancelled'],
    [{ status: 'returned' }, 'returned'],
    [{ status: 'refunded' }, 'refunded'],
    [{ deletedAt: new Date() }, 'deleted'],
  ] as const)(
    'says to the driver and the merchant that an order ended after its creation: %j',
    async (change, ended) => {
      const { sheetId, orderIds, token } = await newSheet({ orders: 2 });
      const driver = phone(token);
      const { text: before } = await driver.unlock();
      expect(before).not.toContain(en.driverPage.ended[ended]);
      await context.db.transaction((tx) =>
        tx.mirrorOrder.updateMany({ where: { installId, id: orderIds[0] ?? '' }, data: change }),
      );
      const { stops } = await sheetOf(sheetId);
      expect(stops.map((stop) => [stop.orderId, stop.ended])).toEqual([
        [orderIds[0], ended],
        [orderIds[1], undefined],
      ]);
      const { text } = await driver.open();
      expect(text.split(en.driverPage.ended[ended])).toHaveLength(2);
      expect(text.split(`<dt>${en.driverPage.collect}</dt>`)).toHaveLength(2);
      // A driver who presses the usual button of such an order would charge it. So it has no main button and no amount.
      const [, ended1 = '', other = ''] = text.split('<article');
      expect(ended1).toContain('name="paid" value=""');
      expect(ended1).not.toContain('class="primary"');
      expect(other).toContain('class="primary"');
      expect(other).not.toContain('name="paid" value=""');
      expect(text).toContain(en.driverPage.total);
      expect(text).not.toContain(en.driverPage.have);
      await driver.post({ ...formOf(`<article${other}`), result: 'paid', paid: '20000' });
      const { text: after } = await driver.open();
      expect(after.slice(0, after.indexOf('<article'))).toMatch(
        new RegExp(`${en.driverPage.left}.*${en.driverPage.nothing}.*${en.driverPage.have}.*20,000`, 's'),
      );
      expect(await listSheetOrders(context, orderIds)).toHaveLength(ended === 'deleted' ? 1 : 2);
    },
  );

  it('is created once from the same orders if two users create one at the same time', async () => {
    const { command } = await newSheet();
    const orderIds = [OrderId.parse(await addOrder()), OrderId.parse(await addOrder())];
    const create = () =>
      createSheet(context, { ...command, operationId: OperationId.parse(randomUUID()), orderIds });
    const outcomes = await Promise.all([create(), create(), create()]);
    expect(outcomes.map(({ code }) => code).toSorted()).toEqual(['created', 'repeated', 'repeated']);
  });

  it('that is not complete is listed before newer ones that are', async () => {
    const [open, finished] = [await newSheet(), await newSheet()];
    await world.system('UPDATE delivery_sheets SET confirmed_at = now(), finished_at = now() WHERE id = $1', [
      finished.sheetId,
    ]);
    const states = (await readSheets(context)).sheets.map(({ state }) => state);
    expect(states).toContain('confirmed');
    expect(states.lastIndexOf('open')).toBeLessThan(states.indexOf('confirmed'));
    expect((await readSheets(context)).sheets.map(({ id }) => id)).toContain(open.sheetId);
  });

  it('is not listed if the store has a hundred newer ones, and the list says so, as does the choice of 200 drivers', async () => {
    const { sheetId } = await newSheet();
    expect(await readSheets(context)).toMatchObject({ isCut: false });
    expect(await readDrivers(context)).toMatchObject({ isCut: false });
    const drivers = Array.from({ length: 200 }, (_, n) => ({
      installId,
      id: randomUUID(),
      name: `Driver ${n}`,
      matchKey: `driver ${n}`,
    }));
    const sheets = drivers.slice(0, 100).map(({ id: carrierId }) => ({
      installId,
      id: randomUUID(),
      carrierId,
      day: '2026-11-29',
      contentHash: '',
    }));
    await context.db.transaction(async (tx) => {
      await tx.carrier.createMany({ data: drivers });
      await tx.deliverySheet.createMany({ data: sheets });
    });
    const list = await readSheets(context);
    expect(list).toMatchObject({ isCut: true });
    expect(list.sheets).toHaveLength(100);
    expect(list.sheets.map(({ id }) => id)).not.toContain(sheetId);
    const choice = await readDrivers(context);
    expect([choice.isCut, choice.drivers.length]).toEqual([true, 200]);
    await context.db.transaction(async (tx) => {
      await tx.deliverySheet.deleteMany({ where: { id: { in: sheets.map(({ id }) => id) } } });
      await tx.carrier.deleteMany({ where: { id: { in: drivers.map(({ id }) => id) } } });
    });
  });

  it('says which carriers have a part of the goods, until it is confirmed; the form and the list of orders say it too', async () => {
    const { sheetId, orderIds, token } = await newSheet({ orders: 3 });
    const [part = '', whole = '', unnamed = ''] = orderIds;
    const driver = phone(token);
    await driver.unlock();
    const before = (await driver.open()).text;
    expect(before).not.toContain(en.driverPage.part);
    // Each parcel says how many pieces it has, and that all three orders are for the same customer.
    expect(before.split('<dd>2 pieces</dd>')).toHaveLength(4);
    expect(before.split('3 orders for this customer')).toHaveLength(4);
    const carriers = async () =>
      Object.fromEntries(
        (await sheetOf(sheetId)).stops.map(({ orderId, partCarriers }) => [orderId, partCarriers]),
      );
    expect(await carriers()).toEqual({ [part]: undefined, [whole]: undefined, [unnamed]: undefined });
    await shipPart(installId, part);
    await shipPart(installId, whole, { quantity: 2 });
    await shipPart(installId, unnamed, { provider: null });
    const expected = { [part]: ['شحن حلب'], [whole]: undefined, [unnamed]: [] };
    expect(await carriers()).toEqual(expected);
    // The driver's page is public, so it says that a part was sent, but not with which carrier.
    const { text } = await driver.open();
    expect(text.split(en.driverPage.part)).toHaveLength(3);
    expect(text.split('<dd>2 pieces</dd>')).toHaveLength(2);
    expect(text).not.toContain('شحن حلب');
    const listed = await listSheetOrders(context, orderIds);
    expect(Object.fromEntries(listed.map(({ id, partCarriers }) => [id, partCarriers]))).toEqual(expected);
    // The form says how many pieces the driver gets. Of a partly sent order, that is not known.
    expect(listed.map(({ pieces }) => pieces)).toEqual([null, 2, null]);
    const blind = {
      ...context,
      scopes: new Set([...context.scopes].filter((scope) => scope !== 'orders:read')),
    };
    expect(await listSheetOrders(blind, orderIds)).toEqual([]);
    const stopsOf = (await readSheet(blind, sheetId))?.stops ?? [];
    expect(stopsOf.map(({ partCarriers }) => partCarriers)).toEqual([undefined, undefined, undefined]);
    const inList = { installId, mayKnow: false };
    const rows = await context.db.transaction((tx) => readOrderRows(tx, inList, orderIds));
    expect(rows.map(({ isPartShipped }) => isPartShipped)).toEqual([true, undefined, true]);
    expect(rows[0]?.itemsSummary).toMatchObject({ quantity: 2, moreLines: 0 });
    // The list of sheets shows what the driver collects at most, without an order that must not be delivered.
    const due = listed[0]?.due ?? { amount_minor: 0, currency: '', decimals: 0 };
    const toCollect = async (of: typeof context) =>
      (await readSheets(of)).sheets.find(({ id }) => id === sheetId)?.toCollect;
    const sum = (orders: number, isAtMost: boolean) => [
      { money: { ...due, amount_minor: orders * due.amount_minor }, isAtMost },
    ];
    expect(await toCollect(context)).toEqual(sum(3, true));
    expect(await toCollect(blind)).toEqual(sum(3, false));
    await context.db.transaction(
      (tx) => tx.$executeRaw`
        UPDATE orders SET deleted_at = now() WHERE install_id = ${installId} AND id = ${whole}`,
    );
    expect(await toCollect(context)).toEqual(sum(2, true));
    // The form names an order that the store deleted, and one that is not in the mirror.
    await context.db.transaction(
      (tx) => tx.$executeRaw`DELETE FROM orders WHERE install_id = ${installId} AND id = ${unnamed}`,
    );
    expect(await nameMissingOrders(context, [whole, unnamed, 'ord_other'])).toEqual([
      { id: whole, number: listed[1]?.number, ended: 'deleted' },
      { id: unnamed, number: listed[2]?.number },
      { id: 'ord_other', number: null },
    ]);
    await world.system('UPDATE delivery_sheets SET confirmed_at = now() WHERE id = $1', [sheetId]);
    expect(await carriers()).toEqual({ [part]: undefined, [whole]: undefined, [unnamed]: undefined });
    expect(await toCollect(context)).toEqual([]);
  });

  it('shows the amount of a partly sent order only as an upper limit, and stores only an amount that the driver typed', async () => {
    const { sheetId, orderIds, token } = await newSheet({ orders: 2 });
    const driver = phone(token);
    await driver.unlock();
    const before = (await driver.open()).text;
    const prefilled = /name="paid" value="(\d+)"/g;
    const dueMinor = (await sheetOf(sheetId)).stops[0]?.due.amount_minor ?? 0;
    expect([...before.matchAll(prefilled)].map(([, paid]) => Number(paid))).toEqual([dueMinor, dueMinor]);
    expect(before).not.toContain('at most');
    await shipPart(installId, orderIds[0] ?? '');
    const { text } = await driver.open();
    const stopId = (await sheetOf(sheetId)).stops.find(({ orderId }) => orderId === orderIds[0])?.id ?? '';
    const card = (page: string) => page.split('<article').find((part) => part.includes(stopId)) ?? '';
    expect([...text.matchAll(prefilled)]).toHaveLength(1);
    expect(card(text)).toContain('name="paid" value=""');
    expect(card(text)).not.toContain('<strong>');
    const plain = (html: string) => html.replaceAll(/<[^>]*>|[\u200e\u200f]/g, '').replaceAll('\u00a0', ' ');
    const sum = (minor: number) => `SYP ${minor.toLocaleString('en')}`;
    expect(plain(card(text))).toContain(`Ask the store (${sum(dueMinor)} at most)`);
    expect(plain(text)).toContain(`At most ${sum(2 * dueMinor)}`);
    // An empty amount is refused. Nothing is stored.
    const form = { ...formOf(card(text)), result: 'paid' };
    const refused = await driver.post({ ...form, paid: '' });
    expect(refused.status).toBe(422);
    expect(card(refused.text)).toContain(en.driverPage.amountWrong);
    expect(card(refused.text)).toContain('name="paid" value=""');
    const resultNow = async () => (await sheetOf(sheetId)).stops.find(({ id }) => id === stopId)?.result;
    expect(await resultNow()).toBeNull();
    expect((await driver.post({ ...form, paid: '7000' })).status).toBe(303);
    expect(await resultNow()).toMatchObject({ answer: 'paid', paid: { amount_minor: 7_000 } });
    expect(card((await driver.open()).text)).toContain('name="paid" value="7000"');
  });

  it('loses its personal data after the retention time, and when the person is erased', async () => {
    const rami = { name: 'رامي', phone: '+963933000222' };
    const { sheetId } = await newSheet({ person: rami });
    const command = DeletePersonCommand.parse({ installId, phone: rami.phone });
    expect(await deletePerson(context, command)).toMatchObject({ code: 'deleted' });
    expect((await sheetOf(sheetId)).stops[0]?.content).toBeNull();
    const old = await newSheet();
    await world.system("UPDATE delivery_sheets SET created_at = now() - interval '91 days' WHERE id = $1", [
      old.sheetId,
    ]);
    // The purge (the deletion of old customer data) must not change the delivery sheet. The day of the sheet is not
    // over, so the driver still needs the data of the customers.
    expect(await purgeStops()).toBe(0);
    await world.system('UPDATE delivery_sheets SET day = $2 WHERE id = $1', [
      old.sheetId,
      daysBefore(old.command.day, 4),
    ]);
    expect(await purgeStops()).toBe(1);
    expect(await sheetOf(old.sheetId)).toMatchObject({ note: '', link: null, stops: [{ content: null }] });
    expect((await phone(old.token).open()).status).toBe(404);
  });
});

describe("the driver's page", () => {
  it("shows nothing before the driver's digits, counts wrong ones, and remembers right ones", async () => {
    const { token } = await newSheet();
    const driver = phone(token);
    const locked = await driver.open();
    expect(locked.status).toBe(200);
    expect(locked.text).not.toMatch(/سلمى|944123456|شارع/);
    expect((await driver.unlock('1111')).text).toContain('4 tries left');
    expect((await driver.unlock()).status).toBe(303);
    const opened = await driver.open();
    expect(opened.text).toContain('سلمى');
    expect(opened.text).toContain('href="tel:+963944123456"');
    expect(opened.text).toContain('href="https://wa.me/963944123456"');
    expect(opened.text).toContain('https://www.google.com/maps/search/?api=1');
    // On another phone, the driver opens the same link. There too, the page asks for the digits before it shows names.
    expect((await phone(token).open()).text).not.toContain('سلمى');
    // A request without the digits must store no answer.
    const form = formOf(opened.text);
    const stolen = await phone(token).post({ ...form, result: 'delivered' });
    expect(stolen.text).not.toContain('سلمى');
    expect((await driver.open()).text).toContain('Saved: 0 of 1');
    for (let n = 0; n < 4; n++) await phone(token).unlock('2222');
    expect((await phone(token).unlock('3333')).status).toBe(429);
  });

  it('asks for no digits if the driver has no phone number', async () => {
    const { token } = await newSheet({ driver: await addDriver('') });
    expect((await phone(token).open()).text).toContain('سلمى');
  });

  it('asks for no digits if the phone number has fewer than four, and says so to the merchant', async () => {
    const { token, sheetId } = await newSheet({ driver: await addDriver('123') });
    expect((await phone(token).open()).text).toContain('سلمى');
    expect(await sheetOf(sheetId)).toMatchObject({ needsDigits: false });
  });

  it('asks for the digits of a phone number that is written with Arabic digits', async () => {
    const { token, sheetId } = await newSheet({ driver: await addDriver('٠٩٣٣ ٧٧٧ ٨٨٨') });
    expect(await sheetOf(sheetId)).toMatchObject({ needsDigits: true });
    const driver = phone(token);
    expect((await driver.open()).text).not.toContain('سلمى');
    await driver.unlock();
    expect((await driver.open()).text).toContain('سلمى');
  });

  it("shows nothing if the driver's phone number cannot be decrypted", async () => {
    const driver = await addDriver(driverPhone);
    const { token } = await newSheet({ driver });
    await world.system("UPDATE carriers SET phone_enc = 'v1:broken' WHERE id = $1", [driver]);
    const opened = await phone(token).open();
    expect(opened.text).not.toContain('سلمى');
    expect(opened.text).toContain('Too many wrong digits');
    expect((await phone(token).unlock()).text).not.toContain('سلمى');
  });

  it('stores an answer once; a second phone sees it and can correct it', async () => {
    const { token, sheetId } = await newSheet();
    const [one, two] = [phone(token), phone(token)];
    await one.unlock();
    await two.unlock();
    const [first, second] = [formOf((await one.open()).text), formOf((await two.open()).text)];
    const answer = { ...first, result: 'paid', paid: '٣٠٬٠٠٠' };
    const posted = await Promise.all([one.post(answer), one.post(answer), one.post(answer)]);
    expect(posted.map(({ status }) => status)).toEqual([303, 303, 303]);
    const stored = (await sheetOf(sheetId)).stops[0]?.result;
    expect(stored).toMatchObject({ id: first.answer, answer: 'paid', paid: { amount_minor: 30_000 } });
    const late = await two.post({ ...second, result: 'refused', reason: 'لم يرد' });
    expect(late.status).toBe(409);
    expect(late.text).toContain('already has the answer below');
    expect((await sheetOf(sheetId)).stops[0]?.result).toEqual(stored);
    const correction = { ...formOf(late.text), result: 'refused', reason: 'لم يرد' };
    expect((await two.post(correction)).status).toBe(303);
    expect((await sheetOf(sheetId)).stops[0]?.result).toMatchObject({ answer: 'refused', reason: 'لم يرد' });
    // The first phone posts the form that it opened before. This form shows an older answer than the stored answer, so
    // the app refuses it.
    expect((await one.post(answer)).status).toBe(409);
    // The driver's second phone posts the same form with another result. So this request is a new answer and not a
    // repetition of the first answer. The form shows an older answer than the stored one, so the app refuses the
    // request.
    expect((await two.post({ ...correction, result: 'delivered' })).status).toBe(409);
  });

  it('shows an answer as saved if the platform names a time zone that this server does not know', async () => {
    const { token } = await newSheet();
    const driver = phone(token);
    await driver.unlock();
    const setZone = (zone: string) =>
      world.system('UPDATE installs SET timezone = $2 WHERE install_id = $1', [installId, zone]);
    await setZone('Nowhere/Unknown');
    try {
      const page = await driver.open();
      expect((await driver.post({ ...formOf(page.text), result: 'delivered' })).status).toBe(303);
      expect((await driver.open()).text).toContain('Saved at <time');
    } finally {
      await setZone(context.store.timezone);
    }
  });

  it('says what is missing and stores nothing', async () => {
    const { token, sheetId } = await newSheet();
    const driver = phone(token);
    await driver.unlock();
    const form = formOf((await driver.open()).text);
    expect((await driver.post({ ...form, result: 'paid', paid: '12,5x' })).status).toBe(422);
    expect((await driver.post({ ...form, result: 'paid', paid: '-1' })).status).toBe(422);
    expect((await driver.post({ ...form, result: 'refused', reason: ' ' })).status).toBe(422);
    expect((await driver.post({ ...form, result: 'shipped' })).status).toBe(400);
    expect((await driver.post({ ...form, result: 'delivered' }, 'https://evil.example')).status).toBe(403);
    expect((await sheetOf(sheetId)).stops[0]?.result).toBeNull();
  });

  it('cuts a long reason before an emoji that does not fit, and not in its middle', async () => {
    const { token, sheetId } = await newSheet();
    const driver = phone(token);
    await driver.unlock();
    const form = formOf((await driver.open()).text);
    const fits = 'x'.repeat(reasonMax - 1);
    expect((await driver.post({ ...form, result: 'refused', reason: `${fits}😀` })).status).toBe(303);
    expect((await sheetOf(sheetId)).stops[0]?.result).toMatchObject({ answer: 'refused', reason: fits });
  });

  it('answers with the same page for unknown, foreign, withdrawn, replaced and expired links', async () => {
    const [sheet, other] = [await newSheet(), await newSheet()];
    const driver = phone(sheet.token);
    await driver.unlock();
    const stop = (await sheetOf(other.sheetId)).stops[0]?.id ?? '';
    const unknown = await phone('A'.repeat(43)).open();
    expect(unknown.status).toBe(404);
    const foreign = await driver.post({ stop, answer: randomUUID(), seen: '', result: 'delivered' });
    expect(foreign).toEqual(unknown);
    expect((await sheetOf(other.sheetId)).stops[0]?.result).toBeNull();
    const form = formOf((await driver.open()).text);
    await withdrawSheetLink(context, SheetCommand.parse({ installId, sheetId: sheet.sheetId }));
    expect(await driver.open()).toEqual(unknown);
    expect(await driver.post({ ...form, result: 'delivered' })).toEqual(unknown);
    const token = await newLink(sheet.sheetId);
    expect(token).not.toBe(sheet.token);
    expect(await driver.open()).toEqual(unknown);
    expect((await phone(token).open()).status).toBe(200);
    await world.system('UPDATE delivery_sheets SET link_expires_at = now() WHERE id = $1', [sheet.sheetId]);
    expect(await phone(token).open()).toEqual(unknown);
    expect((await sheetOf(sheet.sheetId)).link).toBeNull();
  });

  it('works until the end of the day after the day of the sheet', async () => {
    const { sheetId, command } = await newSheet();
    const until = new Date((await sheetOf(sheetId)).link?.until ?? '');
    expect(dayOf(new Date(until.getTime() - 1), context.store.timezone)).toBe(nextDay(command.day));
    expect(dayOf(until, context.store.timezone)).toBe(nextDay(nextDay(command.day)));
  });
});

describe('the confirmation', () => {
  beforeAll(async () => {
    // An install may send 55 writes a minute, and the tests above have used most of them. So the next tests use a new
    // install.
    installId = await world.install();
    context = await installContext(installId);
    await refreshStore(installId, installClient(installId, 'person'));
    carrierId = await addDriver(driverPhone);
  });

  /** Creates a delivery sheet with three answers of the driver: paid, delivered and refused. */
  async function answered() {
    const sheet = await newSheet({ orders: 3 });
    const driver = phone(sheet.token);
    await driver.unlock();
    const { stops } = await sheetOf(sheet.sheetId);
    const results: Record<string, string>[] = [
      { result: 'paid', paid: '20000' },
      { result: 'delivered' },
      { result: 'refused', reason: 'غائب' },
    ];
    for (const [n, result] of results.entries()) {
      const form = { stop: stops[n]?.id ?? '', answer: randomUUID(), seen: '' };
      expect((await driver.post({ ...form, ...result })).status).toBe(303);
    }
    return { ...sheet, driver, ordered: stops.map(({ orderId }) => orderId) };
  }

  it('posts the cash and starts one bulk run, once, also by two users at the same time', async () => {
    const actor = { sub: 'staff_2', name: 'Omar' };
    const { sheetId, ordered, driver, token } = await answered();
    expect(await entries(ordered)).toEqual([]);
    const [first, second] = [await confirmation(sheetId), await confirmation(sheetId)];
    const done = { code: 'confirmed', status: 200 };
    const outcomes = await Promise.all([
      confirmSheet(context, first, bulkPorts),
      confirmSheet(context, first, bulkPorts),
      confirmSheet({ ...context, actor }, second, bulkPorts),
    ]);
    expect(outcomes).toEqual([done, done, done]);
    expect(await confirmSheet(context, second, bulkPorts)).toEqual(done);
    const posted = await entries(ordered);
    expect(posted.map(({ orderId, kind, amountMinor }) => [orderId, kind, amountMinor])).toEqual([
      [ordered[0], 'remitted', 20_000n],
    ]);
    const sheet = await sheetOf(sheetId);
    expect(sheet).toMatchObject({ state: 'confirmed', isCashRefused: false });
    const items = await world.system<{ order_id: string }>(
      'SELECT order_id FROM bulk_items WHERE run_id = $1 ORDER BY order_id',
      [sheet.runId],
    );
    expect(items.map((item) => item.order_id)).toEqual(ordered.slice(0, 2).sort());
    // The sheet says which status the refused order has. The status "Delivery failed" is offered only after the order
    // was shipped.
    expect(sheet.stops.map(({ refusal }) => refusal)).toEqual([
      undefined,
      undefined,
      { status: 'placed', canFail: false },
    ]);
    const setStatus = (status: string) =>
      context.db.transaction(
        (tx) =>
          tx.$executeRaw`UPDATE orders SET status = ${status} WHERE install_id = ${installId} AND id = ${ordered[2]}`,
      );
    await setStatus('shipped');
    expect((await sheetOf(sheetId)).stops[2]?.refusal).toEqual({ status: 'shipped', canFail: true });
    await setStatus('placed');
    const after = await driver.open();
    expect(after.text).toContain('The store has confirmed this sheet');
    expect(after.text).not.toMatch(/سلمى|944123456|شارع/);
    const form = { stop: sheet.stops[0]?.id ?? '', answer: randomUUID(), seen: '', result: 'delivered' };
    expect((await driver.post(form)).text).toContain('The store has confirmed this sheet');
    expect((await phone(token).open()).text).not.toMatch(/سلمى/);
    expect((await sheetOf(sheetId)).stops).toEqual(sheet.stops);
  });

  it('FUL-5: sets shipped orders to delivered on the platform, and names the order that was not shipped', async () => {
    const { sheetId, command, orderIds } = await newSheet({ orders: 2 });
    const [shipped = '', unshipped = ''] = orderIds;
    for (const id of orderIds) await world.sandbox.control('PATCH', `/orders/${id}`, { status: 'approved' });
    expect((await sheetOf(sheetId)).toShip.toSorted()).toEqual(orderIds.toSorted());
    const runEnded = (runId: string) =>
      eventually(`run ${runId} ended`, async () => {
        const found = await readBulkRun(context, runId);
        return found.code === 'found' && found.run.endedAt !== null && found.run;
      });
    const worker = startWorker();
    try {
      const first = randomUUID();
      const work = { kind: 'fulfill_orders', input: { status: 'shipped', provider: 'Sami' } } as const;
      const targets = [{ orderId: OrderId.parse(shipped), trackingNumber: null }];
      expect(await startBulkRun(context, first, { ...work, targets }, bulkPorts)).toMatchObject({
        code: 'done',
      });
      expect(await runEnded(first)).toMatchObject({ succeeded: 1 });
      await eventually('the sheet knows the shipment', async () => {
        const { toShip } = await sheetOf(sheetId);
        return toShip.length === 1 && toShip[0] === unshipped;
      });
      const delivered = { answer: 'delivered' as const, paidMinor: null, reason: '' };
      const given = await confirmation(sheetId);
      const stops = given.stops.map((stop) => ({ ...stop, result: delivered }));
      expect(await confirmSheet(context, { ...given, stops }, bulkPorts)).toMatchObject({
        code: 'confirmed',
      });
      expect(await runEnded(given.operationId)).toMatchObject({ succeeded: 1, refused: 1 });
      const platformOrder = async (id: string) =>
        (await context.platform.getOrder(OrderId.parse(id))).body.data;
      expect(await platformOrder(shipped)).toMatchObject({
        status: 'delivered',
        fulfillments: [{ status: 'delivered', provider: 'Sami' }],
      });
      expect(await platformOrder(unshipped)).toMatchObject({ fulfillments: [] });
      expect(await sheetOf(sheetId)).toMatchObject({ notDelivered: 1, toShip: [unshipped] });
      const listed = (await readSheets(context)).sheets.find(({ id }) => id === command.operationId);
      expect(listed).toMatchObject({ notDelivered: 1, state: 'confirmed' });
      // The user ships the order and tries again. Then nothing is left to do.
      const press = ShipSheetCommand.parse({ installId, sheetId, operationId: randomUUID() });
      const started = { code: 'started', status: 200, runId: press.operationId };
      const presses = [shipSheet(context, press, bulkPorts), shipSheet(context, press, bulkPorts)];
      expect(await Promise.all(presses)).toEqual([started, started]);
      expect(await runEnded(press.operationId)).toMatchObject({ total: 1, succeeded: 1 });
      await eventually('the sheet knows the second shipment', async () => {
        const { toShip } = await sheetOf(sheetId);
        return toShip.length === 0;
      });
      const run = await readBulkRun(context, given.operationId);
      const shown = run.code === 'found' ? run.run : { retries: 0 };
      await retryBulkRun(context, given.operationId, shown, bulkPorts);
      await eventually(
        'the order is delivered',
        async () => (await platformOrder(unshipped)).status === 'delivered',
      );
      const driver = (await sheetOf(sheetId)).driver;
      expect(await platformOrder(unshipped)).toMatchObject({
        fulfillments: [{ status: 'delivered', provider: driver }],
      });
      expect(await shipSheet(context, press, bulkPorts)).toMatchObject({ code: 'all_shipped' });
      await eventually('the sheet is done', async () => {
        const { notDelivered, toShip } = await sheetOf(sheetId);
        return notDelivered === 0 && toShip.length === 0;
      });
    } finally {
      await worker.stop();
    }
  });

  it('tells a second user that other results are stored, before and after everything is recorded', async () => {
    const { sheetId } = await answered();
    const [first, mine] = [await confirmation(sheetId), await confirmation(sheetId)];
    const refusedStop = { answer: 'refused' as const, paidMinor: null, reason: 'x' };
    const second = { ...mine, stops: mine.stops.map((stop) => ({ ...stop, result: refusedStop })) };
    const outcomes = await Promise.all([
      confirmSheet(context, first, bulkPorts),
      confirmSheet(context, first, bulkPorts),
    ]);
    expect(outcomes.map(({ code }) => code)).toEqual(['confirmed', 'confirmed']);
    const other = { code: 'confirmed_by_other', status: 409 };
    expect(await confirmSheet(context, second, bulkPorts)).toEqual(other);
    await world.system('UPDATE delivery_sheets SET finished_at = NULL WHERE id = $1', [sheetId]);
    expect(await confirmSheet(context, second, bulkPorts)).toEqual(other);
    expect(await confirmSheet(context, mine, bulkPorts)).toMatchObject({ code: 'confirmed' });
  });

  it('is no success if the same press has other results than those that are stored', async () => {
    const { sheetId } = await answered();
    const command = await confirmation(sheetId);
    expect(await confirmSheet(context, command, bulkPorts)).toMatchObject({ code: 'confirmed' });
    const change = (changed: Partial<StopResult>) => ({
      ...command,
      stops: command.stops.map((stop) => ({
        ...stop,
        result: stop.result && { ...stop.result, ...changed },
      })),
    });
    const other = { code: 'confirmed_by_other', status: 409 };
    expect(await confirmSheet(context, change({ answer: 'refused', reason: 'x' }), bulkPorts)).toEqual(other);
    const paid = command.stops.map(({ result }) => result?.answer).includes('paid');
    expect(paid).toBe(true);
    expect(await confirmSheet(context, change({ paidMinor: 1 }), bulkPorts)).toEqual(other);
    expect(await confirmSheet(context, command, bulkPorts)).toMatchObject({ code: 'confirmed' });
  });

  it('is refused if the driver has answered in the meantime, or if nothing is answered', async () => {
    const { sheetId, token } = await newSheet();
    const command = await confirmation(sheetId);
    expect(await confirmSheet(context, command, bulkPorts)).toMatchObject({ code: 'nothing' });
    const driver = phone(token);
    await driver.unlock();
    await driver.post({ ...formOf((await driver.open()).text), result: 'delivered' });
    expect(await confirmSheet(context, command, bulkPorts)).toMatchObject({ code: 'changed' });
    expect((await sheetOf(sheetId)).state).toBe('open');
  });

  it('continues after a crash between its steps, with the stored results', async () => {
    const { sheetId, ordered } = await answered();
    const command = await confirmation(sheetId);
    const broken = {
      ...bulkPorts,
      evaluateTargets: () => Promise.reject(new Error('crash')),
    };
    await expect(confirmSheet(context, command, broken)).rejects.toThrow('crash');
    expect((await sheetOf(sheetId)).state).toBe('unfinished');
    const other = { ...(await confirmation(sheetId)), stops: [] };
    expect(await confirmSheet(context, other, bulkPorts)).toMatchObject({ code: 'confirmed' });
    expect(await entries(ordered)).toHaveLength(1);
    expect(await sheetOf(sheetId)).toMatchObject({ state: 'confirmed', runId: command.operationId });
  });

  it('needs the right to post cash if an amount was collected', async () => {
    const { sheetId } = await answered();
    const packer = await installContext(installId, 'packer');
    const command = await confirmation(sheetId);
    expect(await confirmSheet(packer, command, bulkPorts)).toMatchObject({
      code: 'no_right',
      right: 'post_cash',
    });
    // A packer must not change or remove the amount that the driver reported.
    const dropped = { ...command, stops: command.stops.map((stop) => ({ ...stop, ...withoutCash(stop) })) };
    expect(await confirmSheet(packer, dropped, bulkPorts)).toMatchObject({ code: 'no_right' });
    expect((await sheetOf(sheetId)).state).toBe('open');
  });

  it('needs the right to post cash if a later answer at the link replaced a collected amount', async () => {
    const { sheetId, driver, ordered } = await answered();
    const packer = await installContext(installId, 'packer');
    const answer = async (result: Record<string, string>) => {
      const [stop] = (await sheetOf(sheetId)).stops;
      const form = { stop: stop?.id ?? '', answer: randomUUID(), seen: stop?.result?.id ?? '' };
      expect((await driver.post({ ...form, ...result })).status).toBe(303);
    };
    await answer({ result: 'delivered' });
    await answer({ result: 'refused', reason: 'غائب' });
    await answer({ result: 'delivered' });
    expect(await confirmSheet(packer, await confirmation(sheetId), bulkPorts)).toMatchObject({
      code: 'no_right',
      right: 'post_cash',
    });
    const sheet = await sheetOf(sheetId);
    expect(sheet.state).toBe('open');
    expect(sheet.stops[0]).toMatchObject({
      result: { answer: 'delivered' },
      earlierPaid: { amount_minor: 20_000, currency: 'SYP' },
    });
    // A smaller amount is a new answer too. The merchant sees the largest amount that was reported before.
    await answer({ result: 'paid', paid: '5000' });
    await answer({ result: 'paid', paid: '1000' });
    expect((await sheetOf(sheetId)).stops[0]?.earlierPaid).toMatchObject({ amount_minor: 20_000 });
    expect(await confirmSheet(context, await confirmation(sheetId), bulkPorts)).toMatchObject({
      code: 'confirmed',
    });
    expect((await entries(ordered)).map(({ amountMinor }) => amountMinor)).toEqual([1_000n]);
  });

  const withoutCash = ({ result }: { result: StopResult | null }) =>
    result?.answer === 'paid'
      ? { result: { answer: 'delivered' as const, paidMinor: null, reason: '' } }
      : {};

  /** Records by hand that the carrier handed over cash of the order. */
  async function remit(orderId: string | undefined, amountMinor: number) {
    const line = { orderId: OrderId.parse(orderId), kind: 'remitted' as const, amountMinor, currency: 'SYP' };
    const posting = { postingId: randomUUID(), source: 'by_hand' as const, sheetHash: null, note: '' };
    await postCash(context, { ...posting, lines: [line] });
  }

  it('is refused if an open amount has changed, until the user confirms the new one', async () => {
    const { sheetId, ordered } = await answered();
    await remit(ordered[0], 30_000);
    const command = await confirmation(sheetId);
    const stopId = command.stops[0]?.stopId ?? '';
    expect(await confirmSheet(context, command, bulkPorts)).toMatchObject({
      code: 'due_changed',
      stops: [{ stopId, due: { amount_minor: 0, currency: 'SYP' } }],
    });
    expect((await sheetOf(sheetId)).state).toBe('open');
    const other = { ...command, stops: command.stops.map((stop) => ({ ...stop, ...withoutCash(stop) })) };
    expect(await confirmSheet(context, other, bulkPorts)).toMatchObject({ code: 'confirmed' });
    expect(await entries(ordered)).toHaveLength(1);
  });

  it('is confirmed after two open amounts changed one after the other', async () => {
    const { sheetId, ordered } = await answered();
    const command = await confirmation(sheetId);
    const [first, second] = command.stops;
    if (!first || !second) throw new Error('the sheet has too few stops');
    const result = { answer: 'paid' as const, paidMinor: 20_000, reason: '' };
    /** Confirms with the open amounts of the last response, as the screen does. Returns the amounts of a refusal. */
    const press = async (dues: Record<string, number>) => {
      const stops = command.stops.map((stop) => ({
        ...stop,
        dueMinor: dues[stop.stopId] ?? stop.dueMinor,
        ...((stop === first || stop === second) && { result }),
      }));
      const outcome = await confirmSheet(context, { ...command, stops }, bulkPorts);
      if (outcome.code !== 'due_changed') return outcome.code;
      return Object.fromEntries(outcome.stops.map(({ stopId, due }) => [stopId, due.amount_minor]));
    };
    await remit(ordered[0], 1_000);
    expect(await press({})).toEqual({ [first.stopId]: 29_000 });
    await remit(ordered[1], 2_000);
    const both = { [first.stopId]: 29_000, [second.stopId]: 28_000 };
    expect(await press({ [first.stopId]: 29_000 })).toEqual(both);
    expect(await press(both)).toBe('confirmed');
  });

  it('posts no amount whose order changed after the results were stored, and asks for it until it is recorded by hand', async () => {
    const { sheetId, ordered } = await answered();
    const [orderId = ''] = ordered;
    const command = await confirmation(sheetId);
    await world.system('UPDATE delivery_sheets SET confirm_id = $2, confirmed_at = now() WHERE id = $1', [
      sheetId,
      command.operationId,
    ]);
    const line = { orderId: OrderId.parse(orderId), kind: 'remitted' as const, amountMinor: 30_000 };
    const posting = { postingId: randomUUID(), source: 'by_hand' as const, sheetHash: null, note: '' };
    await postCash(context, { ...posting, lines: [{ ...line, currency: 'SYP' }] });
    expect(await confirmSheet(context, command, bulkPorts)).toMatchObject({ code: 'confirmed' });
    expect(await entries(ordered)).toHaveLength(1);
    expect(await sheetOf(sheetId)).toMatchObject({ isCashRefused: false });
    await undoPosting(context, posting.postingId);
    expect(await sheetOf(sheetId)).toMatchObject({ isCashRefused: true });
    const item = (await readSheets(context)).sheets.find(({ id }) => id === sheetId);
    expect(item?.isCashRefused).toBe(true);
  });

  /** Deletes the order in the mirror, as the read of an order that the store deleted does. */
  const deleteOrder = (orderId: string | undefined, deletedAt: Date | null = new Date()) =>
    context.db.transaction(
      (tx) => tx.$executeRaw`
        UPDATE orders SET deleted_at = ${deletedAt} WHERE install_id = ${installId} AND id = ${orderId}`,
    );

  /** The confirmation of a sheet whose first two orders are paid. The first order has no open amount any more. */
  async function twoPaid(sheetId: SheetId) {
    const command = await confirmation(sheetId);
    const result = { answer: 'paid' as const, paidMinor: 20_000, reason: '' };
    const stops = command.stops.map((stop, n) => ({
      ...stop,
      ...(n === 0 && { dueMinor: 0 }),
      ...(n < 2 && { result }),
    }));
    return { ...command, stops };
  }

  it('posts the other amounts if the store deleted a paid order, says which order it was, and is then complete', async () => {
    const { sheetId, ordered } = await answered();
    await deleteOrder(ordered[0]);
    const command = await twoPaid(sheetId);
    const broken = { ...bulkPorts, evaluateTargets: () => Promise.reject(new Error('crash')) };
    await expect(confirmSheet(context, command, broken)).rejects.toThrow('crash');
    expect(await confirmSheet(context, command, bulkPorts)).toMatchObject({ code: 'confirmed' });
    const posted = await entries(ordered);
    expect(posted.map(({ orderId, amountMinor }) => [orderId, amountMinor])).toEqual([[ordered[1], 20_000n]]);
    const sheet = await sheetOf(sheetId);
    expect(sheet).toMatchObject({ state: 'confirmed', isCashRefused: false });
    expect(sheet.deletedPaid).toEqual([
      { number: sheet.stops[0]?.number, paid: { amount_minor: 20_000, currency: 'SYP', decimals: 0 } },
    ]);
    const item = (await readSheets(context)).sheets.find(({ id }) => id === sheetId);
    expect(item).toMatchObject({ isCashRefused: false });
    // The deletion was a mistake of the mirror, and a later read finds the order. Its cash can be recorded now.
    await deleteOrder(ordered[0], null);
    expect(await sheetOf(sheetId)).toMatchObject({ isCashRefused: true, deletedPaid: [] });
    await remit(ordered[0], 20_000);
    expect(await sheetOf(sheetId)).toMatchObject({ isCashRefused: false, deletedPaid: [] });
  });

  it('is complete if the store deleted its only paid order', async () => {
    const { sheetId, ordered } = await answered();
    await deleteOrder(ordered[0]);
    const command = await confirmation(sheetId);
    const stops = command.stops.map((stop, n) => ({ ...stop, ...(n === 0 && { dueMinor: 0 }) }));
    expect(await confirmSheet(context, { ...command, stops }, bulkPorts)).toMatchObject({
      code: 'confirmed',
    });
    expect(await entries(ordered)).toEqual([]);
    const sheet = await sheetOf(sheetId);
    expect(sheet).toMatchObject({ state: 'confirmed', isCashRefused: false });
    expect(sheet.deletedPaid).toMatchObject([{ number: sheet.stops[0]?.number }]);
  });

  it('stores nothing without the permission to change orders, and says which one is missing', async () => {
    const { sheetId } = await answered();
    const scopes = new Set([...context.scopes].filter((scope) => scope !== 'orders:write'));
    const command = await confirmation(sheetId);
    expect(await confirmSheet({ ...context, scopes }, command, bulkPorts)).toEqual({
      code: 'missing_scope',
      status: 403,
      scope: 'orders:write',
    });
    expect((await sheetOf(sheetId)).state).toBe('open');
  });

  it('stores no reason for a stop whose person was erased', async () => {
    const nadia = { name: 'نادية', phone: '+963933000333' };
    const { sheetId } = await newSheet({ person: nadia });
    await deletePerson(context, DeletePersonCommand.parse({ installId, phone: nadia.phone }));
    const command = await confirmation(sheetId);
    const result = { answer: 'refused' as const, paidMinor: null, reason: 'نادية مسافرة' };
    const typed = { ...command, stops: command.stops.map((stop) => ({ ...stop, result })) };
    expect(await confirmSheet(context, typed, bulkPorts)).toMatchObject({ code: 'confirmed' });
    expect((await sheetOf(sheetId)).stops[0]?.result).toMatchObject({ answer: 'refused', reason: '' });
  });
});

describe('a delivery sheet of a new store', () => {
  // A new install has its own rate limit on the platform.
  beforeAll(async () => {
    installId = await world.install();
    context = await installContext(installId);
    await refreshStore(installId, installClient(installId, 'person'));
    carrierId = await addDriver(driverPhone);
  });

  it('ships with the first name of a renamed driver, so the driver still has the cash', async () => {
    const driver = await addDriver(driverPhone);
    const { sheetId, orderIds } = await newSheet({ driver });
    for (const id of orderIds) await world.sandbox.control('PATCH', `/orders/${id}`, { status: 'approved' });
    const renamed = { name: `${driver} renamed`, phone: driverPhone, trackingUrl: '', feeMinor: 0 };
    await saveCarrier(context, { installId, carrierId: driver, ...renamed, isArchived: false });
    const press = ShipSheetCommand.parse({ installId, sheetId, operationId: randomUUID() });
    expect(await shipSheet(context, press, bulkPorts)).toMatchObject({ code: 'started' });
    const run = await context.db.transaction((tx) =>
      tx.bulkRun.findUniqueOrThrow({ where: { installId_id: { installId, id: press.operationId } } }),
    );
    const { provider } = z.object({ provider: z.string() }).parse(run.input);
    const orderId = await mirrorCashOrder(installId, { carrier: provider });
    const cash = await context.db.transaction((tx) =>
      tx.cashOrder.findUnique({ where: { installId_orderId: { installId, orderId } } }),
    );
    expect(cash?.carrierId).toBe(driver);
  });

  it('has the decimals of the cash notebook, and posts no amount after these decimals changed', async () => {
    const orderId = await addOrder();
    const setDue = (decimals: number, dueMinor: number) =>
      context.db.transaction(
        (tx) => tx.$executeRaw`
          UPDATE cash_orders SET decimals = ${decimals}::int, due_minor = ${dueMinor}::bigint
          WHERE order_id = ${orderId}`,
      );
    await setDue(2, 3_000_000);
    const command = newSheetCommand([orderId]);
    expect(await createSheet(context, command)).toMatchObject({ code: 'created' });
    const sheetId = SheetId.parse(command.operationId);
    const due = { amount_minor: 3_000_000, currency: 'SYP', decimals: 2 };
    expect((await sheetOf(sheetId)).stops).toMatchObject([{ due }]);
    await setDue(0, 30_000);
    const given = await confirmation(sheetId);
    const result = { answer: 'paid' as const, paidMinor: 3_000_000, reason: '' };
    const stops = given.stops.map((stop) => ({ ...stop, result }));
    expect(await confirmSheet(context, { ...given, stops }, bulkPorts)).toMatchObject({ code: 'confirmed' });
    expect(await entries([orderId])).toEqual([]);
    expect(await sheetOf(sheetId)).toMatchObject({ isCashRefused: true, stops: [{ due }] });
  });

  it('hides customer and address while the scope clients:read is missing, and then loses them', async () => {
    const setScopes = (change: string) =>
      world.system(`UPDATE installs SET effective_scopes = ${change} WHERE install_id = $1`, [installId]);
    const stored = async () =>
      world.system<{ own: boolean; count: number }>(
        `SELECT install_id = $1 AS own, count(content_enc)::int AS count FROM delivery_stops GROUP BY 1 ORDER BY 1`,
        [installId],
      );
    const { sheetId, token } = await newSheet();
    const driver = phone(token);
    await driver.unlock();
    const isShown = async () => /سلمى|944123456|شارع|بجانب/.test((await driver.open()).text);
    expect(await isShown()).toBe(true);
    await setScopes(`array_remove(effective_scopes, 'clients:read')`);
    const blind = await installContext(installId);
    expect((await readSheet(blind, sheetId))?.stops).toMatchObject([{ content: null, isHidden: true }]);
    expect(await isShown()).toBe(false);
    expect((await driver.open()).text).toContain(en.driverPage.hidden);
    await setScopes(`array_append(effective_scopes, 'clients:read')`);
    expect(await isShown()).toBe(true);
    expect((await driver.open()).text).not.toContain(en.driverPage.hidden);
    expect((await sheetOf(sheetId)).stops[0]?.isHidden).toBeUndefined();
    const [others, own] = await stored();
    expect(await purgeStops()).toBe(0);
    expect(await stored()).toEqual([others, own]);
    await setScopes(`array_remove(effective_scopes, 'clients:read')`);
    expect(await purgeStops()).toBe(own?.count);
    expect(await stored()).toEqual([others, { own: true, count: 0 }]);
    await setScopes(`array_append(effective_scopes, 'clients:read')`);
    const [stop] = (await sheetOf(sheetId)).stops;
    expect(stop).toMatchObject({ content: null });
    expect(stop?.isHidden).toBeUndefined();
  });

  it('has no collected amount in the list after its posting was undone, until it is recorded again', async () => {
    const { sheetId, orderIds } = await newSheet();
    const collected = async () =>
      (await readSheets(context)).sheets.find(({ id }) => id === sheetId)?.collected;
    const paid = { amount_minor: 20_000, currency: 'SYP', decimals: 0 };
    const given = await confirmation(sheetId);
    const result = { answer: 'paid' as const, paidMinor: 20_000, reason: '' };
    const stops = given.stops.map((stop) => ({ ...stop, result }));
    expect(await confirmSheet(context, { ...given, stops }, bulkPorts)).toMatchObject({ code: 'confirmed' });
    expect(await collected()).toEqual([paid]);
    await undoPosting(context, given.operationId);
    expect(await collected()).toEqual([]);
    const line = { orderId: OrderId.parse(orderIds[0]), kind: 'remitted' as const, amountMinor: 20_000 };
    const posting = { postingId: randomUUID(), source: 'by_hand' as const, sheetHash: null, note: '' };
    await postCash(context, { ...posting, lines: [{ ...line, currency: 'SYP' }] });
    expect(await collected()).toEqual([paid]);
  });

  it('is not created for a person whom a user erases while it is created, and neither is an order link', async () => {
    const hala = { name: 'هالة', phone: '+963933000444' };
    const nada = { name: 'ندى', phone: '+963933000555' };
    const [ofHala, ofNada] = [await addOrder(hala), await addOrder(nada)];
    /** The context of a user during whose read of an order another user erases a person. */
    const racing = (person: typeof hala): InstallContext => {
      const getOrder: typeof context.platform.getOrder = async (...args) => {
        const read = await context.platform.getOrder(...args);
        const erasure = DeletePersonCommand.parse({ installId, phone: person.phone });
        expect(await deletePerson(context, erasure)).toMatchObject({ code: 'deleted' });
        return read;
      };
      return { ...context, platform: { ...context.platform, getOrder } };
    };
    const command = newSheetCommand([ofHala]);
    const unread = { code: 'orders_unread', status: 503, count: 1 };
    expect(await createSheet(racing(hala), command)).toEqual(unread);
    const linkId = randomUUID();
    const link = CreateOrderLinkCommand.parse({ installId, orderId: ofNada, linkId, replaces: false });
    expect(await createOrderLink(racing(nada), link)).toEqual({ code: 'unavailable', status: 503 });
    const stored = await context.db.transaction(async (tx) => [
      await tx.deliveryStop.count({ where: { installId, orderId: ofHala } }),
      await tx.orderLink.count({ where: { installId, orderId: ofNada } }),
    ]);
    expect(stored).toEqual([0, 0]);
  });

  it('has the typed amount only for a partly sent order, at most the open amount, and confirms the open amount', async () => {
    const [part, whole, much] = [await addOrder(), await addOrder(), await addOrder()];
    const client = installClient(installId, 'person');
    for (const orderId of [part, much]) {
      const { items } = (await client.getOrder(OrderId.parse(orderId))).body.data;
      const lines = items.slice(0, 1).map(({ id }) => ({ order_item_id: id, quantity: 1 }));
      const body = JSON.stringify({ status: 'shipped', provider: 'شحن حلب', lines });
      await client.createFulfillment(randomUUID(), OrderId.parse(orderId), body);
    }
    const command = CreateSheetCommand.parse({
      installId,
      operationId: randomUUID(),
      carrierId,
      day: dayOf(new Date(), context.store.timezone),
      note: '',
      orderIds: [part, whole, much],
      collect: [
        { orderId: part, amountMinor: 12_000 },
        { orderId: whole, amountMinor: 12_000 },
        { orderId: much, amountMinor: 99_000 },
      ],
    });
    expect(await createSheet(context, command)).toMatchObject({ code: 'created' });
    expect(await createSheet(context, command)).toMatchObject({ code: 'created' });
    expect(await createSheet(context, { ...command, collect: [] })).toMatchObject({ code: 'reused' });
    const sheetId = SheetId.parse(command.operationId);
    const { stops } = await sheetOf(sheetId);
    const shown = stops.map(({ orderId, due, open, partCarriers }) => [
      orderId,
      [due.amount_minor, open?.amount_minor, partCarriers],
    ]);
    expect(Object.fromEntries(shown)).toEqual({
      [part]: [12_000, 30_000, undefined],
      [whole]: [30_000, undefined, undefined],
      [much]: [30_000, 30_000, undefined],
    });
    const driver = phone(await newLink(sheetId));
    await driver.unlock();
    const { text } = await driver.open();
    expect(text).toContain('12,000');
    expect(text).not.toContain(en.driverPage.part);
    const listed = (await readSheets(context)).sheets.find(({ id }) => id === sheetId);
    expect(listed?.toCollect.map(({ money, isAtMost }) => [money.amount_minor, isAtMost])).toEqual([
      [72_000, false],
    ]);
    const confirm = (openMinor: number) =>
      confirmSheet(
        context,
        ConfirmSheetCommand.parse({
          installId,
          sheetId,
          operationId: randomUUID(),
          stops: stops.map(({ id, orderId, due, open }) => ({
            stopId: id,
            seen: null,
            dueMinor: orderId === part ? openMinor : (open ?? due).amount_minor,
            result: orderId === part ? { answer: 'paid', paidMinor: 12_000, reason: '' } : null,
          })),
        }),
        bulkPorts,
      );
    expect(await confirm(12_000)).toMatchObject({ code: 'due_changed' });
    expect(await confirm(30_000)).toMatchObject({ code: 'confirmed' });
    expect(await entries([part])).toMatchObject([{ kind: 'remitted', amountMinor: 12_000n }]);
  });
});
