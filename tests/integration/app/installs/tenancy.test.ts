import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bulkPorts } from '@/lib/kinds/bulk-ports.server';
import { startBulkRun } from '@/lib/operations/bulk/start-bulk-run.server';
import { createOrder as createImpatiently } from '@/lib/orders/new-order/create-order.server';
import { installClient } from '@/lib/installs/install-client.server';
import { refreshStore } from '@/lib/store/read-store.server';
import { writeDiscounts } from '@/lib/mirror/products/discount-mirror.server';
import { markOrderDirty } from '@/lib/mirror/dirty/mark-dirty.server';
import { writeMovements } from '@/lib/mirror/products/movement-mirror.server';
import { writeOrders } from '@/lib/mirror/orders/order-mirror.server';
import { writeProducts } from '@/lib/mirror/products/product-mirror.server';
import { QuoteId } from '@/lib/quotes/quote-commands';
import { sendQuote } from '@/lib/quotes/send-quote.server';
import { saveSettings } from '@/lib/store/save-settings.server';
import { type InstallId, OrderId } from 'commerce-platform-client/contract/ids';
import { OperationId } from '@/lib/shared/operation-id';
import { decrypt, encrypt, type Place } from '@/lib/system/keys/crypto';
import { loadDataKeys, tenantDb, type Tx } from '@/lib/system/db';
import { tables } from '@/lib/system/tables';
import { type AppWorld, startAppWorld } from '@/tests/support/integration/app-world';
import { installContext } from '@/tests/support/integration/install-context';
import { patiently } from '@/tests/support/operations/operation-patience';
import { orderCommand } from '@/tests/support/operations/order-command';

/**
 * Creates an order without the time limit of 2 s for a user's request. On a busy machine, a write often takes longer
 * and would return "unconfirmed".
 */
const createOrder = patiently(createImpatiently);

type Table = keyof typeof tables;
const names = Object.keys(tables) as Table[];
const tenantTables = names.filter((name) => tables[name] !== 'system');
const systemTables = names.filter((name) => tables[name] === 'system');

let world: AppWorld;
let mine: InstallId;
let theirs: InstallId;

beforeAll(async () => {
  world = await startAppWorld();
  mine = await world.install();
  theirs = await world.install({ store: 1 });
  for (const [installId, currency] of [
    [mine, 'SYP'],
    [theirs, 'USD'],
  ] as const) {
    expect(
      await createOrder(await installContext(installId), orderCommand(installId, { currency })),
    ).toMatchObject({
      code: 'succeeded',
    });
    await refreshStore(installId, installClient(installId, 'person'));
    await mirrorSomething(installId);
    const { order } = orderCommand(installId, { currency });
    expect(
      await sendQuote(await installContext(installId), {
        installId,
        quoteId: QuoteId.parse(randomUUID()),
        version: 0,
        operationId: OperationId.parse(randomUUID()),
        order,
        validUntil: new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10),
      }),
    ).toMatchObject({ code: 'succeeded' });
    await saveSettings(await installContext(installId), { installId, settings: { quoteDataDays: 30 } });
    const targets = [{ orderId: 'ord_of_nobody' }];
    const bulk = { kind: 'add_tags' as const, input: { tags: ['vip'] }, targets };
    expect(await startBulkRun(await installContext(installId), randomUUID(), bulk, bulkPorts)).toMatchObject({
      code: 'done',
    });
  }
});
afterAll(() => world.stop());

/** Writes at least one row of the install into each table of the mirror (the app's copy). */
async function mirrorSomething(installId: InstallId): Promise<void> {
  const platform = installClient(installId, 'person');
  const [orders, products] = [
    await platform.listOrders({ limit: 10 }),
    await platform.listProducts({ limit: 3 }),
  ];
  const movement = {
    id: 'mov_1',
    sequence: 1,
    variant_id: 'var_1',
    location_id: 'loc_1',
    delta: -1,
    stock_after: 2,
    reason: 'sale',
    occurred_at: '2026-01-01T00:00:00Z',
  };
  await as(installId, async (tx) => {
    const tagged = orders.body.data.map((order) => ({ ...order, tags: ['vip'] }));
    await writeOrders(tx, installId, tagged, { fence: 1_000_000n });
    await writeProducts(tx, installId, products.body.data, 1n);
    await writeMovements(tx, installId, [movement]);
    await writeDiscounts(tx, installId, [{ id: 'dsc_1' }], 1n);
    const key = { installId, orderId: 'ord_1' };
    await tx.orderCustomer.create({ data: { ...key, customerEnc: 'sealed', createdAt: new Date() } });
    await tx.drift.create({
      data: {
        installId,
        id: randomUUID(),
        resource: 'orders',
        entityId: 'ord_1',
        foundBy: 'full',
        fields: [],
      },
    });
    await tx.savedView.create({
      data: { installId, id: randomUUID(), name: 'Mine', nameKey: 'mine', filters: 'status=placed' },
    });
    const carrier = { installId, id: randomUUID(), name: 'Carrier', matchKey: 'carrier' };
    await tx.carrier.create({ data: carrier });
    const amount = { currency: 'SYP', decimals: 0 };
    const cash = { stage: 'delivered', since: new Date(), dueMinor: 5n, isPaid: false, ...amount };
    await tx.cashOrder.create({ data: { installId, orderId: 'ord_1', ...cash } });
    const postingId = randomUUID();
    const posting = { installId, id: postingId, source: 'by_hand', contentHash: 'hash' };
    await tx.cashPosting.create({ data: posting });
    const entry = { line: 0, isReversal: false, orderId: 'ord_1', kind: 'remitted', amountMinor: 1n };
    await tx.cashEntry.create({ data: { installId, postingId, ...entry, ...amount } });
    const dayId = randomUUID();
    const span = { day: new Date(), startsAt: new Date(), endsAt: new Date() };
    await tx.cashDay.create({ data: { installId, id: dayId, version: 1, contentHash: 'hash', ...span } });
    const counts = { createdOrders: 0, shippedOrders: 0, owedOrders: 0 };
    const sums = { createdMinor: 0n, shippedMinor: 0n, remittedMinor: 0n, feeMinor: 0n, writtenOffMinor: 0n };
    const drawer = { owedMinor: 0n, openingMinor: 0n, inMinor: 0n, outMinor: 0n, countedMinor: 0n };
    await tx.cashDaySum.create({ data: { installId, dayId, ...amount, ...counts, ...sums, ...drawer } });
    const line = { line: 0, amountMinor: 1n, labelEnc: 'sealed' };
    await tx.cashDayLine.create({ data: { installId, dayId, ...amount, ...line } });
    const sealed = { tokenHash: 'hash', linkEnc: 'sealed', contentEnc: 'sealed', expiresAt: new Date() };
    await tx.orderLink.create({ data: { installId, id: randomUUID(), orderId: 'ord_1', ...sealed } });
    const rate = { one: 'USD', other: 'SYP', scaled: 13_000n, scale: 0, decimals: 0, changedAt: new Date() };
    await tx.storeRate.create({ data: { installId, ...rate } });
    const sheetId = randomUUID();
    const sheet = { carrierId: carrier.id, day: '2026-01-01', contentHash: 'hash' };
    await tx.deliverySheet.create({ data: { installId, id: sheetId, ...sheet } });
    const stop = { orderId: 'ord_1', orderNumber: '1', position: 0, dueMinor: 5n, ...amount };
    await tx.deliveryStop.create({ data: { installId, sheetId, id: randomUUID(), ...stop } });
    await tx.staffRole.create({
      data: { installId, actorSub: 'staff_1', actorName: 'Rima', role: 'owner' },
    });
    await markOrderDirty(tx, installId, OrderId.parse('ord_marked'));
  });
}

const as = <T>(installId: InstallId, work: (tx: Tx) => Promise<T>) => tenantDb(installId).transaction(work);
const quoted = (name: Table) => pg.escapeIdentifier(name);
const count = (tx: Tx, sql: string, ...values: unknown[]) => tx.$executeRawUnsafe(sql, ...values);
const idsIn = (installId: InstallId, name: Table) =>
  as(installId, (tx) =>
    tx.$queryRawUnsafe<{ install_id: string }[]>(`SELECT install_id FROM ${quoted(name)}`),
  ).then((rows) => [...new Set(rows.map((row) => row.install_id))]);
/**
 * Returns every row of the table, of all installs, as one text. Row security is disabled in a transaction
 * that is then rolled back.
 */
async function everything(name: Table): Promise<string> {
  await world.sql.query('BEGIN');
  try {
    // This statement is sent alone, because a Citus cluster sends the whole message to its nodes.
    await world.sql.query(`ALTER TABLE ${quoted(name)} DISABLE ROW LEVEL SECURITY`);
    const { rows } = await world.sql.query(`SELECT t::text AS row FROM ${quoted(name)} t ORDER BY 1`);
    return JSON.stringify(rows);
  } finally {
    await world.sql.query('ROLLBACK');
  }
}

describe('the list of tables', () => {
  it('equals the list of tables in the database', async () => {
    const { rows } = await world.sql.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
         AND NOT relispartition AND relname <> '_prisma_migrations'`,
    );
    expect(rows.map(({ name }) => name).sort()).toEqual([...names].sort());
  });

  it.each(names)('%s has row security, also for its owner', async (name) => {
    const { rows } = await world.sql.query(
      'SELECT relrowsecurity AS enabled, relforcerowsecurity AS forced FROM pg_class WHERE oid = $1::regclass',
      [`public.${name}`],
    );
    expect(rows).toEqual([{ enabled: true, forced: true }]);
    const { rows: seen } = await world.sql.query(`SELECT 1 FROM ${quoted(name)}`);
    expect(seen).toEqual([]);
  });

  it('neither daftar_app nor daftar_system can log in, owns a table, or bypasses row security', async () => {
    const { rows } = await world.sql.query(
      `SELECT rolcanlogin OR rolsuper OR rolbypassrls OR EXISTS (SELECT 1 FROM pg_class WHERE relowner = r.oid) AS can
       FROM pg_roles r WHERE rolname IN ('daftar_app', 'daftar_system')`,
    );
    expect(rows).toEqual([{ can: false }, { can: false }]);
  });

  it('D11: the key of each tenant table in schema.prisma begins with installId', async () => {
    const schema = await readFile(
      path.resolve(import.meta.dirname, '../../../../prisma/schema.prisma'),
      'utf8',
    );
    const keys = new Map(
      [...schema.matchAll(/^model \w+ \{\n(.*?)^\}/gms)].map(([, body = '']) => {
        const table = /@@map\("(\w+)"\)/.exec(body)?.[1];
        const key = /@@id\(\[(\w+)/.exec(body)?.[1] ?? /^\s+(\w+)\s.*@id\b/m.exec(body)?.[1];
        return [table, key];
      }),
    );
    expect([...keys.keys()].sort()).toEqual([...names].sort());
    for (const name of tenantTables) expect(keys.get(name), name).toBe('installId');
    const { rows } = await world.sql.query<{ name: string; first: string }>(
      `SELECT i.indrelid::regclass::text AS name, a.attname AS first FROM pg_index i
       JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0] WHERE i.indisunique AND i.indrelid = ANY($1::regclass[])`,
      [tenantTables.map((name) => `public.${name}`)],
    );
    expect(rows.length).toBeGreaterThanOrEqual(tenantTables.length);
    for (const { name, first } of rows) expect(first, `a unique key of ${name}`).toBe('install_id');
  });
});

describe('across tenants', () => {
  it.each(tenantTables)('GEN-1: rows of %s are visible only to their own install', async (name) => {
    expect(await everything(name)).toContain(theirs);
    expect(await idsIn(mine, name)).toEqual([mine]);
    expect(await idsIn(theirs, name)).toEqual([theirs]);
    expect(
      await as(mine, (tx) =>
        tx.$queryRawUnsafe(`SELECT 1 FROM ${quoted(name)} WHERE install_id = $1`, theirs),
      ),
    ).toEqual([]);
  });

  it.each(tenantTables)(
    'GEN-1: rows of %s can be changed, deleted and inserted only by their own install',
    async (name) => {
      const before = await everything(name);
      const table = quoted(name);
      const set = `UPDATE ${table} SET install_id = install_id WHERE install_id = $1`;
      expect(await as(mine, (tx) => count(tx, set, theirs))).toBe(0);
      expect(await as(mine, (tx) => count(tx, `DELETE FROM ${table} WHERE install_id = $1`, theirs))).toBe(0);
      const moved = as(mine, (tx) => count(tx, `UPDATE ${table} SET install_id = $1`, theirs));
      await expect(moved).rejects.toThrow(/row-level security|policy/);
      // PostgreSQL refuses values for generated columns, so the test leaves out these columns when it copies the row.
      const { rows } = await world.sql.query<{ names: string }>(
        `SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) AS names FROM pg_attribute
         WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`,
        [`public.${name}`],
      );
      const names = rows[0]?.names;
      const copied = as(mine, (tx) =>
        count(
          tx,
          `INSERT INTO ${table} (${names}) SELECT ${names}
           FROM (SELECT (jsonb_populate_record(t, jsonb_build_object('install_id', $1::text))).* FROM ${table} t) AS copy`,
          'inst_of_nobody',
        ),
      );
      await expect(copied).rejects.toThrow(/row-level security|policy/);
      expect(await everything(name)).toBe(before);
    },
  );

  it.each(tenantTables)('without an install id %s shows no rows and accepts none', async (name) => {
    for (const nobody of ['', undefined]) {
      await world.sql.query('BEGIN; SET LOCAL ROLE daftar_app');
      if (nobody !== undefined) await world.sql.query(`SET LOCAL daftar.install_id = ''`);
      const { rows } = await world.sql.query(`SELECT 1 FROM ${quoted(name)}`);
      const { rowCount } = await world.sql.query(`DELETE FROM ${quoted(name)}`);
      await world.sql.query('ROLLBACK');
      expect({ rows, rowCount }).toEqual({ rows: [], rowCount: 0 });
    }
  });

  it.each(systemTables)('D11: a tenant cannot access %s', async (name) => {
    for (const sql of [`SELECT 1 FROM ${quoted(name)}`, `DELETE FROM ${quoted(name)}`])
      await expect(as(mine, (tx) => tx.$queryRawUnsafe(sql))).rejects.toThrow(/permission denied/);
  });

  it.each(tenantTables.filter((name) => tables[name] === 'tenant'))(
    'D11: the role daftar_system cannot access %s',
    async (name) => {
      await expect(world.system(`SELECT 1 FROM ${quoted(name)}`)).rejects.toThrow(/permission denied/);
    },
  );

  it('a transaction leaves no role and no install id on its connection', async () => {
    await Promise.all(Array.from({ length: 10 }, () => as(mine, (tx) => tx.$queryRaw`SELECT 1`)));
    for (let n = 0; n < 10; n++) expect(await idsIn(theirs, 'orders')).toEqual([theirs]);
    await expect(as(mine, () => Promise.reject(new Error('on purpose')))).rejects.toThrow('on purpose');
    expect(await idsIn(theirs, 'orders')).toEqual([theirs]);
  });
});

describe('encryption', () => {
  it('S7: a value that was altered or moved to another row, column, table or install cannot be decrypted', async () => {
    await loadDataKeys([mine, theirs]);
    const place: Place = { installId: mine, column: 'quotes.draft_enc', row: [randomUUID()] };
    const sealed = encrypt('secret', place);
    expect(decrypt(sealed, place)).toBe('secret');
    expect(sealed).not.toContain('secret');
    expect(encrypt('secret', place)).not.toBe(sealed);
    expect(() => decrypt(sealed, { ...place, installId: theirs })).toThrow();
    expect(() => decrypt(sealed, { ...place, column: 'quotes.link_enc' })).toThrow();
    expect(() => decrypt(sealed, { ...place, column: 'operations.draft_enc' })).toThrow();
    expect(() => decrypt(sealed, { ...place, row: [randomUUID()] })).toThrow();
    // A form may send the row's id in upper case, and the id is part of the encryption context. So the test checks that
    // a value can be decrypted with an id in upper case too.
    expect(decrypt(sealed, { ...place, row: [String(place.row[0]).toUpperCase()] })).toBe('secret');
    const [key, iv, tag, body] = sealed.split('.');
    expect(() =>
      decrypt([key, iv, tag, Buffer.from('Secret').toString('base64url')].join('.'), place),
    ).toThrow();
    expect(() => decrypt([key, iv, tag?.slice(0, 6), body].join('.'), place)).toThrow();
    expect(() => decrypt(['k9', iv, tag, body].join('.'), place)).toThrow();
    expect(() => decrypt('', place)).toThrow();
  });

  it('tokens swapped between two installs work for neither install', async () => {
    await world.system(
      `UPDATE install_tokens t SET access_token_enc = o.access_token_enc FROM install_tokens o
       WHERE t.install_id = $1 AND o.install_id = $2`,
      [mine, theirs],
    );
    await expect(installClient(mine, 'person').getStore()).rejects.toThrow();
  });

  it('S7: a database dump has no token, no secret and no customer in plain text', async () => {
    const tokens = await world.grant();
    const installId = await world.takeIn(tokens);
    const command = orderCommand(installId, { customer: { name: 'Canary Name', phone: '+963944999888' } });
    await createOrder(await installContext(installId), command);
    let dump = '';
    for (const name of names) dump += await everything(name);
    expect(dump).toContain(installId);
    for (const canary of [tokens.access_token, tokens.refresh_token, 'Canary Name', '944999888'])
      expect(dump).not.toContain(canary);
  });
});
