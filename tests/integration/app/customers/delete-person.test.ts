import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { deletePerson } from '@/lib/customers/delete-person.server';
import { findPerson } from '@/lib/customers/find-person.server';
import { DeletePersonCommand } from '@/lib/customers/person-query';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { listOrders, OrderListQuery } from '@/lib/orders/list/list-orders.server';
import { createOrder as createImpatiently } from '@/lib/orders/new-order/create-order.server';
import { emptyDraft, type NewOrderDraft } from '@/lib/orders/new-order/new-order-draft';
import { readOrder } from '@/lib/orders/order/read-order.server';
import { purgeKeptCustomers } from '@/lib/orders/purge-order-customers.server';
import { listQuotes, QuoteListQuery } from '@/lib/quotes/list-quotes.server';
import { QuoteId } from '@/lib/quotes/quote-commands';
import { writeQuoteEvent } from '@/lib/quotes/quote-rows.server';
import { saveDraft } from '@/lib/quotes/save-draft.server';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import { saveSettings } from '@/lib/store/save-settings.server';
import { withSystem } from '@/lib/system/db';
import { decrypt, type Place } from '@/lib/system/keys/crypto';
import { phoneKeys } from '@/lib/system/keys/customer-columns';
import type { AppWorld } from '@/tests/support/integration/app-world';
import { everyRow } from '@/tests/support/integration/every-row';
import { superuserOf } from '@/tests/support/mirror/mirror-database';
import { sentQuote } from '@/tests/support/integration/sent-quote';
import { startStoreWorld } from '@/tests/support/integration/store-world';
import { transactionsWait } from '@/tests/support/integration/transactions-wait';
import { eventually } from '@/tests/support/stack/eventually';
import { anyStore } from '@/tests/support/operations/any-store';
import { patiently } from '@/tests/support/operations/operation-patience';
import { orderCommand } from '@/tests/support/operations/order-command';

const createOrder = patiently(createImpatiently);

let world: AppWorld;
let superuser: pg.Client;
let installId: InstallId;
let context: InstallContext;
let orderId: string;
/** Two sent quotes. The first is for Salma. The second was for Salma in its first version and is for Rami now. */
let quoteId: string;
let movedId: string;
const rami = { name: 'رامي الحداد', phone: '+963933000111' };
const wish = 'أريد لونًا آخر';
const typed = '٠٩٤٤ ١٢٣ ٤٥٦';

beforeAll(async () => {
  ({ world, installId, context } = await startStoreWorld());
  superuser = await superuserOf(inject('testServer'), { url: world.appEnv.DATABASE_URL ?? '' });
  const provinces = { address: 'شارع بغداد', province: 'damascus' };
  const delivered = {
    shipping: { amount_minor: 0, method: 'delivery' as const },
    shipping_address: provinces,
  };
  const outcome = await createOrder(context, orderCommand(installId, delivered));
  if (outcome.code !== 'succeeded') throw new Error(outcome.code);
  ({ orderId } = outcome.result);
  ({ quoteId } = await sentQuote(context, { order: delivered }));
  ({ quoteId: movedId } = await sentQuote(context));
  // Salma asked for a change of version 1. Version 2 of the quote was for Rami.
  await withSystem((tx) =>
    writeQuoteEvent(tx, {
      installId,
      quoteId: QuoteId.parse(movedId),
      id: randomUUID(),
      kind: 'change_requested',
      version: 1,
      side: 'customer',
      actor: null,
      detail: { name: 'سلمى', message: wish },
    }),
  );
  await sentQuote(context, { quoteId: movedId, order: { customer: rami } });
  await draft({ name: 'سلمى', phone: '0944123456', email: '' });
  await draft({ ...rami, email: '' });
});
afterAll(async () => {
  await superuser.end();
  await world.stop();
});

async function draft(customer: NewOrderDraft['customer']): Promise<void> {
  const content = { ...emptyDraft(anyStore), customer };
  const command = { installId, quoteId: QuoteId.parse(randomUUID()), revision: 0, draft: content };
  expect(await saveDraft(context, command)).toMatchObject({ code: 'saved' });
}

const erase = (who: InstallContext = context) =>
  deletePerson(who, DeletePersonCommand.parse({ installId, phone: typed }));
const find = (phone = typed) => findPerson(context, { phone });
const search = async (q: string) => [
  ...(await listOrders(context, OrderListQuery.parse({ q }))).rows.map(({ id }) => id),
  ...(await listQuotes(context, QuoteListQuery.parse({ q }))).quotes.map(({ id }) => id),
  ...(await listQuotes(context, QuoteListQuery.parse({ q, state: 'draft' }))).quotes.map(({ id }) => id),
];

/**
 * Returns all rows of all tables as text, and the content of every encrypted value of the install. So a search in the
 * result also finds data that is stored only in encrypted form.
 */
async function openDump(): Promise<string> {
  const texts = [...(await everyRow(superuser)).values()].flat();
  for (const table of Object.keys(identifiers)) {
    const { rows } = await superuser.query<{ row: Row }>(`SELECT to_jsonb(t) AS row FROM ${table} t`);
    for (const { row } of rows)
      for (const [column, value] of Object.entries(row))
        if (column.endsWith('_enc') && typeof value === 'string') texts.push(opened(table, column, row));
  }
  return texts.join('\n');
}

type Row = Record<string, unknown>;

/** The columns that identify a row, for each table with encrypted values of an install. */
const identifiers: Record<string, string[]> = {
  created_orders: ['order_id'],
  order_customers: ['order_id'],
  quotes: ['id'],
  quote_versions: ['quote_id', 'version'],
  quote_events: ['id'],
  operations: ['id'],
  order_links: ['id'],
  orders: ['id'],
};

function opened(table: string, column: string, row: Row): string {
  const place = {
    installId: String(row.install_id),
    column: `${table}.${column}` as Place['column'],
    row: (identifiers[table] ?? []).map((id) => row[id] as string | number),
  };
  return decrypt(String(row[column]), place);
}

const hashes = () =>
  (['created_orders', 'order_customers', 'order_links', 'quotes'] as const).flatMap((table) =>
    phoneKeys(table, installId, '+963944123456'),
  );

describe('S20: erasing one person', () => {
  it('is refused while a write that creates an order of this person has not ended, and then erases nothing', async () => {
    await world.system(`UPDATE operations SET ended_at = NULL WHERE result ->> 'orderId' = $1`, [orderId]);
    expect(await erase()).toEqual({ code: 'order_open', status: 409 });
    await world.system(`UPDATE operations SET ended_at = now() WHERE ended_at IS NULL`);
    expect(await find()).toMatchObject({ orderCount: 1, quotes: [{}] });
  });

  it('finds the person in the decrypted tables before, and in none of them after', async () => {
    const before = await openDump();
    for (const trace of [
      '944123456',
      'سلمى',
      'شارع بغداد',
      wish,
      ...hashes().filter((hash) => before.includes(hash)),
    ])
      expect(before).toContain(trace);
    expect(hashes().filter((hash) => before.includes(hash)).length).toBeGreaterThan(1);
    expect(await search('سلمى')).toHaveLength(3);
    expect(await erase()).toEqual({ code: 'deleted', status: 200, orders: 1, quotes: 2 });
    const after = await openDump();
    for (const trace of ['944123456', '944 123 456', 'سلمى', 'شارع بغداد', wish, ...hashes()])
      expect(after.split('\n').filter((text) => text.includes(trace))).toEqual([]);
    expect(await find()).toBeNull();
    expect(await search('سلمى')).toEqual([]);
    expect(await search(typed)).toEqual([]);
  });

  it('withdraws the open quote of the person, and leaves other people alone', async () => {
    const rows = await world.system<{ id: string; state: string; purged: boolean }>(
      'SELECT id, state, purged_at IS NOT NULL AS purged FROM quotes WHERE version > 0',
    );
    expect(rows.find(({ id }) => id === quoteId)).toMatchObject({ state: 'withdrawn', purged: true });
    expect(rows.find(({ id }) => id === movedId)).toMatchObject({ state: 'sent', purged: false });
    expect(await search(rami.name)).toHaveLength(2);
    expect(await find(rami.phone)).toMatchObject({ quotes: [{ id: movedId, isOpen: true }] });
  });

  it('does not store the person again when a form that was opened before saves its draft', async () => {
    const customer = { name: 'سلمى', phone: '0944123456', email: '' };
    const content = { ...emptyDraft(anyStore), customer };
    const saving = { installId, quoteId: QuoteId.parse(quoteId), draft: content };
    for (const revision of [1, 2])
      expect(await saveDraft(context, { ...saving, revision })).toEqual({ code: 'gone', status: 404 });
    const [row] = await world.system('SELECT draft_enc, draft_revision FROM quotes WHERE id = $1', [quoteId]);
    expect(row).toEqual({ draft_enc: null, draft_revision: 2 });
  });

  it("waits for a version that is just being sent to the person from another person's quote, and erases it", async () => {
    const [rana, nour] = [
      { name: 'رنا الشامي', phone: '+963955000333' },
      { name: 'نور', phone: '+963955000444' },
    ];
    const { quoteId: quote } = await sentQuote(context, { order: { customer: nour } });
    const content = { ...emptyDraft(anyStore), customer: { ...rana, email: '' } };
    const saved = await saveDraft(context, { installId, quoteId: quote, revision: 1, draft: content });
    expect(saved).toMatchObject({ code: 'saved' });
    // The trigger runs in the transaction that sends the quote. The trigger waits until the test releases an advisory
    // lock.
    await superuser.query(`
      CREATE FUNCTION wait_for_test() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN PERFORM pg_advisory_xact_lock(4711); RETURN NULL; END $$;
      CREATE TRIGGER wait_for_test AFTER INSERT ON quote_versions FOR EACH STATEMENT EXECUTE FUNCTION wait_for_test()`);
    const waiting = (what: string, condition: string) =>
      eventually(what, async () => {
        const { rowCount } = await superuser.query(
          `SELECT 1 FROM pg_locks WHERE NOT granted AND ${condition}`,
        );
        return rowCount !== 0;
      });
    await superuser.query('SELECT pg_advisory_lock(4711)');
    const sending = sentQuote(context, { quoteId: quote, order: { customer: rana } });
    await waiting('the quote is being sent', `locktype = 'advisory' AND objid = 4711`);
    const erasing = deletePerson(context, DeletePersonCommand.parse({ installId, phone: rana.phone }));
    await waiting('the erasure waits', `(locktype <> 'advisory' OR objid <> 4711)`);
    await superuser.query('SELECT pg_advisory_unlock(4711)');
    await sending;
    expect(await erasing).toMatchObject({ code: 'deleted', quotes: 1 });
    await superuser.query('DROP TRIGGER wait_for_test ON quote_versions; DROP FUNCTION wait_for_test()');
    expect((await openDump()).split('\n').filter((text) => /رنا|955000333/.test(text))).toEqual([]);
    const [row] = await world.system('SELECT state, version FROM quotes WHERE id = $1', [quote]);
    expect(row).toEqual({ state: 'withdrawn', version: 2 });
  });

  it.each([
    ["ends the write of the person's quote", 'create_order'],
    ['ends a write about an order of the person, and stores the customer again', 'change_order'],
  ])('does not deadlock with a transaction that %s', async (_, kind) => {
    const person = { name: 'هادي', phone: kind === 'create_order' ? '+963955000555' : '+963955000666' };
    const { quoteId: quote } = await sentQuote(context, { order: { customer: person } });
    const created = await createOrder(context, orderCommand(installId, { customer: person }));
    if (created.code !== 'succeeded') throw new Error(created.code);
    const { orderId: order } = created.result;
    const isOfOrder = `install_id = $1 AND result ->> 'orderId' = $2`;
    await world.system(`UPDATE operations SET state = 'needs_review' WHERE ${isOfOrder}`, [installId, order]);
    await world.system(
      `UPDATE quotes SET state = 'needs_attention',
         operation_id = (SELECT id FROM operations WHERE ${isOfOrder}) WHERE install_id = $1 AND id = $3`,
      [installId, order, quote],
    );
    await world.system(
      `UPDATE operations SET kind = $3, target = CASE WHEN $3 = 'create_order' THEN target
         ELSE jsonb_build_object('orderId', $2::text) END WHERE ${isOfOrder}`,
      [installId, order, kind],
    );
    const { erasing } = await context.db.transaction(async (tx) => {
      await tx.$queryRaw`
        SELECT 1 FROM operations
        WHERE install_id = ${installId} AND result ->> 'orderId' = ${order} FOR UPDATE`;
      const started = deletePerson(context, DeletePersonCommand.parse({ installId, phone: person.phone }));
      await transactionsWait(world, 1);
      // The trigger quote_orders_ended changes the quote.
      await tx.$executeRaw`
        UPDATE operations SET state = 'succeeded'
        WHERE install_id = ${installId} AND result ->> 'orderId' = ${order}`;
      await tx.$executeRaw`
        UPDATE created_orders SET order_id = order_id
        WHERE install_id = ${installId} AND order_id = ${order}`;
      return { erasing: started };
    });
    expect(await erasing).toEqual({ code: 'deleted', status: 200, orders: 1, quotes: 1 });
    const [row] = await world.system<{ request_enc: string | null }>(
      `SELECT request_enc FROM operations WHERE ${isOfOrder}`,
      [installId, order],
    );
    expect(row?.request_enc).toBeNull();
  });

  it('changes nothing the second time', async () => {
    expect(await erase()).toEqual({ code: 'deleted', status: 200, orders: 0, quotes: 0 });
    expect(await find(rami.phone)).not.toBeNull();
  });

  it('does not store the customer again when an order of another source is read again, while other orders are stored', async () => {
    const { orders } = await world.sandbox.control<{ orders: SoldOrder[] }>(
      'GET',
      `/dump?store_id=${context.store.id}`,
    );
    const sold = orders
      .filter(({ source, customer }) => source !== 'app' && customer?.phone)
      .toSorted((one, other) => other.created_at.localeCompare(one.created_at));
    const phone = sold[0]?.customer?.phone ?? '';
    const other = sold.find(({ customer }) => customer?.phone !== phone);
    await saveSettings(context, { installId, settings: { keepsCustomers: true } });
    await readOrder(context, sold[0]?.id ?? '');
    expect(await find(phone)).toMatchObject({ orderCount: 1 });
    expect(await deletePerson(context, { installId, phone })).toMatchObject({ orders: 1 });
    await saveSettings(context, { installId, settings: { keepsCustomers: false } });
    await purgeKeptCustomers();
    await saveSettings(context, { installId, settings: { keepsCustomers: true } });
    await readOrder(context, sold[0]?.id ?? '');
    await readOrder(context, other?.id ?? '');
    expect(await find(phone)).toBeNull();
    expect(await find(other?.customer?.phone ?? '')).toMatchObject({ orderCount: 1 });
  });
});

type SoldOrder = {
  id: string;
  source: string | null;
  created_at: string;
  customer: { phone: string | null } | null;
};
