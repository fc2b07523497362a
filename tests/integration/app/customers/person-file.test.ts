import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deletePerson } from '@/lib/customers/delete-person.server';
import { findPerson } from '@/lib/customers/find-person.server';
import { DeletePersonCommand } from '@/lib/customers/person-query';
import { readPersonFile } from '@/lib/customers/read-person-file.server';
import { contentOf, sealContent, stopPlace } from '@/lib/deliveries/delivery-rows.server';
import type { SheetId } from '@/lib/deliveries/delivery-commands';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { createOrderLink } from '@/lib/orders/link/create-order-link.server';
import { CreateOrderLinkCommand } from '@/lib/orders/link/order-link';
import { createOrder as createImpatiently } from '@/lib/orders/new-order/create-order.server';
import { emptyDraft, type NewOrderDraft } from '@/lib/orders/new-order/new-order-draft';
import { QuoteId } from '@/lib/quotes/quote-commands';
import { readDraft, saveDraft } from '@/lib/quotes/save-draft.server';
import { encrypt } from '@/lib/system/keys/crypto';
import { phoneKeys } from '@/lib/system/keys/customer-columns';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import type { AppWorld } from '@/tests/support/integration/app-world';
import { collectPersonFile } from '@/tests/support/integration/collect-person-file';
import { installContext } from '@/tests/support/integration/install-context';
import { postAnswer } from '@/tests/support/integration/order-link-fixture';
import { postForm } from '@/tests/support/integration/quote-fixture';
import { sentQuote } from '@/tests/support/integration/sent-quote';
import { confirmStops, refusedAtDoor, sheetOfOrders } from '@/tests/support/integration/sheet-fixture';
import { startStoreWorld } from '@/tests/support/integration/store-world';
import { anyStore } from '@/tests/support/operations/any-store';
import { patiently } from '@/tests/support/operations/operation-patience';
import { orderCommand } from '@/tests/support/operations/order-command';

const createOrder = patiently(createImpatiently);

let world: AppWorld;
let installId: InstallId;
let context: InstallContext;
/**
 * Two orders of Salma, the first with a confirmation link, and an order of Rami. All three orders are on one delivery
 * sheet.
 */
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
  // Adds stops (orders on a delivery sheet) of other people, on the same sheet and on other sheets. Because of these
  // stops, Salma's stops are on several pages of the list.
  await context.db.transaction(
    (tx) => tx.$executeRaw`
      INSERT INTO delivery_stops (install_id, sheet_id, id, order_id, order_number, position, due_minor, currency,
        decimals, reason_enc)
      SELECT ${installId}, CASE WHEN n < 700 THEN ${sheetId}::uuid ELSE gen_random_uuid() END, gen_random_uuid(),
        'ord_other', '1', n, 0, 'SYP', 0, 'x' FROM generate_series(1, 1400) n`,
  );
  const command = { installId, orderId: orders.linked, linkId: randomUUID(), replaces: false };
  const link = await createOrderLink(context, CreateOrderLinkCommand.parse(command));
  if (link.code !== 'created') throw new Error(link.code);
  await postAnswer(link.token, { answer: 'change_requested', message: wish });
});
afterAll(() => world.stop());

const delivered = {
  shipping: { amount_minor: 0, method: 'delivery' as const },
  shipping_address: { address: 'شارع بغداد', province: 'damascus', city: 'المزة', notes: 'بجانب المدرسة' },
};

async function sell(customer = { name: 'سلمى الخطيب', phone: '+963944123456' }): Promise<string> {
  const outcome = await createOrder(context, orderCommand(installId, { customer, ...delivered }));
  if (outcome.code !== 'succeeded') throw new Error(outcome.code);
  return outcome.result.orderId;
}

async function read(phone = typed, by: InstallContext = context, onPage?: (rows: number) => void) {
  const file = await readPersonFile(by, { phone });
  return file && collectPersonFile(file, onPage);
}
/** Saves a draft of a new quote. With `id`, saves another draft of the quote with this id. */
async function draft(customer: NewOrderDraft['customer'], id: string = randomUUID()): Promise<void> {
  const quoteId = QuoteId.parse(id);
  const revision = (await readDraft(context, quoteId))?.revision ?? 0;
  const command = { installId, quoteId, revision, draft: { ...emptyDraft(anyStore), customer } };
  expect(await saveDraft(context, command)).toMatchObject({ code: 'saved' });
}

/** Adds older orders of one person to the mirror. Only the oldest of these orders has a variant of the catalogue. */
async function copyOrder(orderId: string, phone: string, count: number): Promise<void> {
  const [phoneKey] = phoneKeys('created_orders', installId, phone);
  await context.db.transaction(async (tx) => {
    await tx.$executeRaw`
      INSERT INTO orders (install_id, id, order_number, status, payment_status, source, tags, total_minor, created_at,
        updated_at, header, fence, detail)
      SELECT install_id, id || '_' || n, order_number, status, payment_status, source, tags, total_minor,
        created_at - n * interval '1 day', updated_at,
        header || jsonb_build_object('id', id || '_' || n, 'created_at', to_jsonb(created_at - n * interval '1 day')),
        fence, CASE WHEN n = ${count} THEN jsonb_set(detail, '{items,0,variant_id}', '"var_oldest"') ELSE detail END
      FROM orders, generate_series(1, ${count}) n WHERE id = ${orderId}`;
    await tx.$executeRaw`
      INSERT INTO created_orders (install_id, order_id, operation_id, payment_method, phone_key, created_at)
      SELECT install_id, order_id || '_' || n, gen_random_uuid(), payment_method, ${phoneKey}, created_at
      FROM created_orders, generate_series(1, ${count}) n WHERE order_id = ${orderId}`;
  });
}

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

  it('has the stops without what the platform sent, if the scope clients:read is missing', async () => {
    const scopes = new Set([...context.scopes].filter((scope) => scope !== 'clients:read'));
    const file = await read(typed, { ...context, scopes });
    expect(file?.stops.map(({ content }) => content)).toEqual([null, null]);
    expect(file?.stops.find(({ orderId }) => orderId === orders.linked)?.result).toMatchObject({ reason });
    expect(JSON.stringify(file?.stops)).not.toMatch(/الخطيب|شارع|المدرسة/);
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

  it('has what each quote says: items, prices, dates, address, note, and the answer of the customer', async () => {
    const { token } = await sentQuote(context, { order: { ...delivered, note: 'للجدة' } });
    await postForm(token, { intent: 'request_change', message: wish });
    const file = await read();
    expect(file?.quotes).toMatchObject([
      {
        state: 'opened',
        isOpen: true,
        total: { amount_minor: 30_000, currency: 'SYP' },
        contents: [
          {
            version: 1,
            customer: { name: 'سلمى الخطيب', phone: '+963944123456' },
            address: { address: 'شارع بغداد', province: 'damascus', city: 'المزة', notes: 'بجانب المدرسة' },
            items: [{ name: 'تغليف هدية', quantity: 2, price: { amount_minor: 15_000, currency: 'SYP' } }],
            shipping: { method: 'delivery', amount: { amount_minor: 0 } },
            total: { amount_minor: 30_000, currency: 'SYP' },
            paymentMethod: 'cod',
            note: 'للجدة',
          },
        ],
      },
    ]);
    expect(file?.quotes[0]?.events.at(-1)).toMatchObject({
      kind: 'change_requested',
      side: 'customer',
      message: wish,
      address: '192.0.2.1',
    });
    // The file must not contain the salt of the stored hash. With the salt, somebody could hash many names and compare
    // the results, and so find the name.
    expect(JSON.stringify(file)).not.toContain('salt');
  });

  it('has drafts, and earlier versions and drafts of quotes that are for somebody else now, without the other person', async () => {
    const { quoteId } = await sentQuote(context, { order: { ...delivered, note: 'قبل التغيير' } });
    await sentQuote(context, { quoteId, order: { customer: rami } });
    for (let n = 0; n < 55; n++) await draft({ ...rami, email: '' });
    await draft({ name: 'سلمى', phone: '0944 123 456', email: '' });
    const { quoteId: ofRami } = await sentQuote(context, { order: { customer: rami } });
    await draft({ name: 'سلمى', phone: '00963944123456', email: '' }, ofRami);
    const file = await read();
    const contents = file?.quotes.map((quote) => quote.contents.map(({ version }) => version));
    expect(contents?.toSorted()).toEqual([[null], [null], [1], [1]]);
    expect(file?.quotes.find(({ id }) => id === quoteId)).toMatchObject({
      total: null,
      contents: [{ note: 'قبل التغيير' }],
    });
    expect(JSON.stringify(file)).not.toMatch(/رامي|933000111/);
    const other = JSON.stringify((await read(rami.phone))?.quotes);
    expect(other).toContain(quoteId);
    expect(other).not.toMatch(/سلمى|944123456|قبل التغيير/);
  });

  it('has all orders, quotes and links, although the look-up lists only the newest, and reads them page by page', async () => {
    const nour = { name: 'نور', phone: '+963955000222' };
    const first = await sell(nour);
    await copyOrder(first, nour.phone, 250);
    for (let n = 0; n < 51; n++) await sentQuote(context, { order: { customer: nour } });
    const pages: number[] = [];
    const file = await read(nour.phone, context, (rows) => pages.push(rows));
    expect((await findPerson(context, { phone: nour.phone }))?.orders).toHaveLength(100);
    expect(file?.orderCount).toBe(251);
    const ids = file?.orders.map(({ id }) => id) ?? [];
    expect(new Set(ids).size).toBe(251);
    expect(ids[0]).toBe(first);
    expect(file?.prices.map(({ variantId, at }) => [variantId, at])).toEqual([
      ['var_oldest', file?.orders.at(-1)?.createdAt],
    ]);
    expect(new Set(file?.quotes.map(({ id }) => id)).size).toBe(51);
    expect(Math.max(...pages)).toBe(100);
    const { scopes } = context;
    const withoutOrders = new Set([...scopes].filter((scope) => scope !== 'orders:read'));
    expect(await read(nour.phone, { ...context, scopes: withoutOrders })).toMatchObject({
      orderCount: 0,
      orders: [],
    });
  });

  it.each(['{}', 'x'])('has the other stops if the decrypted content of one stop is %s', async (plain) => {
    const stop = await stopRow(orders.other);
    const write = (contentEnc: string | null) =>
      world.system('UPDATE delivery_stops SET content_enc = $2 WHERE id = $1', [stop.id, contentEnc]);
    await write(encrypt(plain, stopPlace('delivery_stops.content_enc', stop)));
    const file = await read();
    await write(stop.contentEnc);
    expect(file?.stops.map(({ orderId }) => orderId)).toContain(orders.linked);
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
