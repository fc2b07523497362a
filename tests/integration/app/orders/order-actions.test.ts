import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bulkPorts } from '@/lib/kinds/bulk-ports.server';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { listBulkItems, listBulkRuns } from '@/lib/operations/bulk/read-bulk-run.server';
import { changeView, deleteView, saveView } from '@/lib/orders/views/save-view.server';
import { MatchCourierCommand } from '@/lib/orders/bulk/courier-commands';
import { exportOrders, OrderExportQuery } from '@/lib/orders/list/export-orders.server';
import { listViews } from '@/lib/orders/views/list-views.server';
import { matchCourierSheet, startCourierRun } from '@/lib/orders/bulk/match-courier-sheet.server';
import { csvColumns, type CsvWords } from '@/lib/orders/list/order-csv';
import { viewsMax } from '@/lib/orders/views/saved-view';
import { SaveViewCommand } from '@/lib/orders/views/saved-view-commands';
import { OperationId } from '@/lib/shared/operation-id';
import type { TenantDb } from '@/lib/system/db';
import { type AppWorld, startAppWorld } from '@/tests/support/integration/app-world';
import { type BulkFixture, createBulkFixture } from '@/tests/support/operations/bulk-fixture';
import { installContext } from '@/tests/support/integration/install-context';
import { eventually } from '@/tests/support/stack/eventually';

let world: AppWorld;
let fixture: BulkFixture;
/**
 * The users of these tests. `rima` and `omar` are named staff members of one store. `someone` is a user of the same
 * store without a name. `stranger` belongs to another store.
 */
let rima: InstallContext;
let omar: InstallContext;
let someone: InstallContext;
let stranger: InstallContext;

beforeAll(async () => {
  world = await startAppWorld();
  fixture = await createBulkFixture(world);
  rima = { ...fixture.context, actor: { sub: 'staff_rima', name: 'Rima' } };
  omar = { ...rima, actor: { sub: 'staff_omar', name: 'Omar' } };
  someone = { ...rima, actor: null };
  stranger = await installContext(await world.install({ store: 1 }));
});
afterAll(() => world.stop());

function viewCommand(more: Partial<SaveViewCommand> = {}): SaveViewCommand {
  const { installId } = rima;
  return SaveViewCommand.parse({
    installId,
    viewId: randomUUID(),
    name: `view ${randomUUID().slice(0, 8)}`,
    filters: 'status=placed',
    columns: null,
    isShared: false,
    ...more,
  });
}

const namesOf = async (context: InstallContext) => (await listViews(context)).views.map(({ name }) => name);

describe('saved views', () => {
  it('a private view is visible only to its owner, a shared view to the whole store, and another store sees neither', async () => {
    const own = viewCommand({ name: 'Own' });
    const shared = viewCommand({ name: 'Shared', isShared: true });
    for (const command of [own, shared])
      expect(await saveView(rima, command)).toEqual({ code: 'saved', status: 200 });
    expect(await namesOf(rima)).toEqual(['Own', 'Shared']);
    expect(await namesOf(omar)).toEqual(['Shared']);
    expect(await listViews(someone)).toMatchObject({ canOwn: false, views: [{ name: 'Shared' }] });
    expect(await namesOf(stranger)).toEqual([]);

    // A user must not change a private view of another user.
    for (const context of [omar, someone, stranger]) {
      expect(await changeView(context, { ...own, name: 'taken over', columns: undefined })).toMatchObject({
        code: 'not_found',
      });
      await deleteView(context, own);
    }
    await deleteView(stranger, shared);
    expect(await namesOf(rima)).toEqual(['Own', 'Shared']);
    // Another user must not save a view under the id of an existing view.
    expect(await saveView(omar, { ...own, name: 'mine now' })).toMatchObject({ code: 'not_found' });
    expect(await changeView(omar, { ...shared, name: 'Ours', columns: ['total'] })).toMatchObject({
      code: 'saved',
    });
    expect((await listViews(rima)).views[1]).toMatchObject({ name: 'Ours', columns: ['total'] });
  });

  it('a user without a name cannot have private views', async () => {
    expect(await saveView(someone, viewCommand())).toEqual({ code: 'no_actor', status: 403 });
  });

  it('the same form posted repeatedly, or ten times at the same time, makes one view; each owner can use a name once', async () => {
    const command = viewCommand({ name: 'Ramadan' });
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => saveView(rima, command)));
    expect(new Set(outcomes.map(({ code }) => code))).toEqual(new Set(['saved']));
    expect((await namesOf(rima)).filter((name) => name === 'Ramadan')).toHaveLength(1);
    const taken = { code: 'name_taken', status: 409 };
    expect(await saveView(rima, viewCommand({ name: ' RAMADAN ' }))).toEqual(taken);
    const other = viewCommand();
    await saveView(rima, other);
    expect(await changeView(rima, { ...other, name: 'ramadan', columns: undefined })).toEqual(taken);
    expect(await saveView(omar, viewCommand({ name: 'Ramadan' }))).toMatchObject({ code: 'saved' });
  });

  it('a second press with another name saves that name, unless another view has it', async () => {
    const view = viewCommand({ name: 'First name' });
    await saveView(rima, view);
    const columns = ['total'] as const;
    const second = { ...view, name: 'Second name', columns: [...columns] };
    expect(await saveView(rima, second)).toEqual({ code: 'saved', status: 200 });
    const { views } = await listViews(rima);
    expect(views.filter(({ id }) => id === view.viewId)).toMatchObject([{ name: 'Second name', columns }]);
    const other = viewCommand({ name: 'Other name' });
    await saveView(rima, other);
    expect(await saveView(rima, { ...view, name: 'OTHER name' })).toMatchObject({ code: 'name_taken' });
    expect(await namesOf(rima)).toContain('Second name');
  });

  it('a second press with another choice of who sees the view changes that choice', async () => {
    const view = viewCommand({ name: 'For whom' });
    const isSharedNow = async () =>
      (await listViews(rima)).views.find(({ id }) => id === view.viewId)?.isShared;
    for (const isShared of [false, true, false]) {
      expect(await saveView(rima, { ...view, isShared })).toEqual({ code: 'saved', status: 200 });
      expect(await isSharedNow()).toBe(isShared);
      expect((await namesOf(omar)).includes('For whom')).toBe(isShared);
    }
    await saveView(omar, viewCommand({ name: 'for WHOM', isShared: true }));
    expect(await saveView(rima, { ...view, isShared: true })).toMatchObject({ code: 'name_taken' });
    expect(await isSharedNow()).toBe(false);
  });

  it('a view that one user renames while another changes its columns has both changes, and its new name is taken', async () => {
    const view = viewCommand({ name: 'Before', isShared: true });
    await saveView(rima, view);
    const lock = `hashtextextended('${rima.installId} views ', 0)`;
    const waiting = (count: number) =>
      eventually(`${count} changes wait for the lock`, async () => {
        const { rowCount } = await world.sql.query(
          `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`,
        );
        return rowCount === count;
      });
    await world.sql.query(`SELECT pg_advisory_lock(${lock})`);
    const renaming = changeView(rima, { ...view, name: 'After', columns: undefined });
    await waiting(1);
    const columns = changeView(omar, { ...view, name: undefined, columns: ['total'] });
    await waiting(2);
    await world.sql.query(`SELECT pg_advisory_unlock(${lock})`);
    expect(await Promise.all([renaming, columns])).toEqual(Array(2).fill({ code: 'saved', status: 200 }));
    const { views } = await listViews(rima);
    expect(views.find(({ id }) => id === view.viewId)).toMatchObject({ name: 'After', columns: ['total'] });
    expect(await saveView(omar, viewCommand({ name: 'after', isShared: true }))).toMatchObject({
      code: 'name_taken',
    });
    expect(await saveView(omar, viewCommand({ name: 'before', isShared: true }))).toMatchObject({
      code: 'saved',
    });
  });

  it('the number of views never exceeds its maximum, however many are saved at the same time', async () => {
    const member = { ...rima, actor: { sub: 'staff_hoarder', name: 'H' } };
    const outcomes = await Promise.all(
      Array.from({ length: viewsMax + 5 }, () => saveView(member, viewCommand())),
    );
    expect(outcomes.filter(({ code }) => code === 'saved')).toHaveLength(viewsMax);
    expect(outcomes.filter(({ code }) => code === 'too_many')).toHaveLength(5);
  }, 30_000);

  it.each([
    ['no name', { name: '  ' }],
    ['a long name', { name: 'x'.repeat(41) }],
    ['half of a pair', { name: '\ud800' }],
    ['a NUL', { name: 'a\0' }],
    ['no filter', { filters: '' }],
    ['no filter that is one', { filters: 'x=1&from=yesterday' }],
    ['a column nobody knows', { columns: ['secret'] }],
  ])('are refused: %s', (_, more) => {
    expect(() => viewCommand(more as Partial<SaveViewCommand>)).toThrow();
  });
});

describe("a courier's sheet", () => {
  const command = (entries: [string, string][]) =>
    MatchCourierCommand.parse({
      installId: rima.installId,
      entries: entries.map(([number, trackingNumber], index) => ({
        line: index + 1,
        number,
        trackingNumber,
      })),
      status: 'shipped',
      provider: ' Karam ',
    });

  it('is matched only with orders of this store, by their numbers in any notation', async () => {
    const [first, second] = fixture.orders;
    const sheet = command([
      [`#${first?.order_number}`, 'T1'],
      [String(second?.order_number), 'T2'],
      ['no such order', 'T3'],
    ]);
    const found = await matchCourierSheet(rima, sheet, bulkPorts);
    expect(found.code === 'matched' && found.rows.map(({ orderId }) => orderId)).toEqual([
      first?.id,
      second?.id,
      null,
    ]);
    // A preview of a courier's sheet must not start a bulk run.
    expect(await listBulkRuns(rima)).toEqual([]);
    const elsewhere = await matchCourierSheet(stranger, sheet, bulkPorts);
    const theirs = new Set(fixture.orders.map(({ id }) => id as string));
    expect(
      elsewhere.code === 'matched' && elsewhere.rows.some(({ orderId }) => theirs.has(orderId ?? '')),
    ).toBe(false);
  });

  it("makes one run however often it is posted, with each order's tracking number; without a matching order it makes none", async () => {
    const operationId = OperationId.parse(randomUUID());
    const sheet = {
      ...command(fixture.orders.slice(0, 3).map(({ order_number }, n) => [order_number, `T${n}`])),
      operationId,
      replaceLines: [],
    };
    const [one, other] = await Promise.all([
      startCourierRun(rima, sheet, bulkPorts),
      startCourierRun(rima, sheet, bulkPorts),
    ]);
    expect([one.code, other.code]).toEqual(['done', 'done']);
    expect(await listBulkRuns(rima)).toHaveLength(1);
    const items = await listBulkItems(rima, operationId, bulkPorts);
    expect(items.map(({ orderNumber, trackingNumber }) => [orderNumber, trackingNumber])).toEqual(
      fixture.orders.slice(0, 3).map(({ order_number }, n) => [order_number, `T${n}`]),
    );
    expect(await listBulkItems(stranger, operationId, bulkPorts)).toEqual([]);
    // Without the scope orders:read, the user still sees the items of a bulk run (one action on many orders)
    // and can stop the run. Only the order numbers are missing.
    const blind = { ...rima, scopes: new Set<string>() };
    expect(
      (await listBulkItems(blind, operationId, bulkPorts)).map(({ orderNumber }) => orderNumber),
    ).toEqual([null, null, null]);
    const none = command([['no such order', 'T']]);
    const newRun = { operationId: OperationId.parse(randomUUID()), replaceLines: [] };
    expect(await startCourierRun(rima, { ...none, ...newRun }, bulkPorts)).toMatchObject({ code: 'invalid' });
  });
});

describe('an export', () => {
  const asIs = (text: string) => text;
  const words: CsvWords = {
    columns: Object.fromEntries(csvColumns.map((column) => [column, column])) as CsvWords['columns'],
    status: asIs,
    payment: asIs,
    source: asIs,
  };
  const read = async (
    context: Pick<InstallContext, 'installId' | 'db' | 'store' | 'role' | 'scopes'>,
    query: object,
    signal = new AbortController().signal,
  ) => exportOrders(context, OrderExportQuery.parse(query), { words, signal });
  const numbersIn = (text: string) =>
    text
      .split('\r\n')
      .slice(1, -1)
      .map((line) => line.split(',')[0]);

  it('has every order that matches the filters, once each, newest first; an export of a selection has the selected orders', async () => {
    const whole = await new Response(await read(rima, {})).text();
    expect(numbersIn(whole)).toEqual(fixture.orders.map(({ order_number }) => order_number));
    const placed = await new Response(await read(rima, { status: 'placed' })).text();
    expect(numbersIn(placed)).toEqual(
      fixture.orders.filter(({ status }) => status === 'placed').map(({ order_number }) => order_number),
    );
    const [first, second] = fixture.orders;
    const ids = `${second?.id},${first?.id},ord_of_nobody,${second?.id}`;
    expect(numbersIn(await new Response(await read(rima, { ids })).text())).toEqual([
      second?.order_number,
      first?.order_number,
    ]);
    expect(numbersIn(await new Response(await read(stranger, { ids })).text())).toEqual([]);
  });

  it('has an order whose details cannot be read, because no column needs them', async () => {
    const [order] = fixture.orders;
    const setDetail = (detail: string | null) =>
      rima.db.transaction(
        (tx) => tx.$executeRaw`
          UPDATE orders SET detail = ${detail}::jsonb WHERE install_id = ${rima.installId} AND id = ${order?.id}`,
      );
    expect(await setDetail('{"items": {"unknown": true}}')).toBe(1);
    try {
      for (const query of [{}, { ids: String(order?.id) }])
        expect(numbersIn(await new Response(await read(rima, query)).text())).toContain(order?.order_number);
    } finally {
      await setDetail(null);
    }
  });

  /**
   * Counts the transactions of a context's database. If `isFailing` is true, every transaction after the first one
   * fails.
   */
  function counted({ db }: InstallContext, isFailing = false) {
    const count = { transactions: 0 };
    const transaction: TenantDb['transaction'] = async (work) => {
      count.transactions += 1;
      if (isFailing && count.transactions > 1) throw new Error('the database stopped');
      return db.transaction(work);
    };
    return { count, db: { transaction, read: transaction } };
  }

  it('fails if a page cannot be read, reads no faster than its consumer, and stops when its consumer stops', async () => {
    await world.sql.query(`SET ROLE daftar_app`);
    await world.sql.query(`SELECT set_config('daftar.install_id', $1, false)`, [rima.installId]);
    await world.sql.query(
      `INSERT INTO orders (install_id, id, order_number, status, payment_status, tags, total_minor, created_at, updated_at,
         header, fence)
       SELECT install_id, 'copy_' || n, 'copy' || n, 'copied', payment_status, '{}', total_minor, created_at, updated_at, header, fence
       FROM (SELECT * FROM orders WHERE install_id = $1 ORDER BY id LIMIT 1) AS one, generate_series(1, 2600) AS n`,
      [rima.installId],
    );
    await world.sql.query('RESET ROLE');
    const status = 'copied';
    const broken = await read({ ...rima, db: counted(rima, true).db }, { status });
    await expect(new Response(broken).text()).rejects.toThrow('the database stopped');

    const slow = counted(rima);
    const reader = (await read({ ...rima, db: slow.db }, { status })).getReader();
    await reader.read();
    await new Promise(setImmediate);
    expect(slow.count.transactions).toBeLessThanOrEqual(2);
    await reader.cancel();
    expect(slow.count.transactions).toBeLessThanOrEqual(2);

    const leaving = new AbortController();
    const aborted = (await read({ ...rima, db: counted(rima).db }, { status }, leaving.signal)).getReader();
    await aborted.read();
    leaving.abort();
    await expect(
      (async () => {
        while (!(await aborted.read()).done);
      })(),
    ).rejects.toThrow();
    expect(numbersIn(await new Response(await read(rima, { status })).text())).toHaveLength(2600);
  });
});
