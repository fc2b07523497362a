import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { closeOperations } from '@/lib/operations/close-operations.server';
import { importEarlierData, ignoreEarlierData } from '@/lib/imports/import-earlier-data.server';
import { listEarlierData } from '@/lib/imports/list-earlier-data.server';
import { closeUnlessActive } from '@/lib/installs/close-unless-active.server';
import { findSuccessor } from '@/lib/installs/find-successor.server';
import { installClient } from '@/lib/installs/install-client.server';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { readOrderRows } from '@/lib/orders/list/read-order-page.server';
import { readOrder } from '@/lib/orders/order/read-order.server';
import { listViews } from '@/lib/orders/views/list-views.server';
import { saveView } from '@/lib/orders/views/save-view.server';
import { listQuotes, QuoteListQuery } from '@/lib/quotes/list-quotes.server';
import { openLink } from '@/lib/quotes/acceptance/open-link.server';
import { readQuote } from '@/lib/quotes/read-quote.server';
import type { SentQuote } from '@/lib/quotes/send-quote.server';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import { tenantDb } from '@/lib/system/db';
import { betweenInstalls } from '@/lib/system/earlier-installs';
import { purgeAll } from '@/lib/worker/purge.server';
import { type AppWorld, startAppWorld } from '@/tests/support/integration/app-world';
import { eventually } from '@/tests/support/stack/eventually';
import { installContext } from '@/tests/support/integration/install-context';
import { startProgram } from '@/tests/support/stack/program';
import { postForm } from '@/tests/support/integration/quote-fixture';
import { sentQuote } from '@/tests/support/integration/sent-quote';

let world: AppWorld;

beforeAll(async () => {
  world = await startAppWorld();
});
afterAll(() => world.stop());
// Before each test, makes the closed installs of earlier tests older than a day. Data of these installs can then no
// longer be imported.
beforeEach(() => letTheDayPass());

const letTheDayPass = () =>
  world.system(`UPDATE installs SET revoked_at = now() - interval '30 hours' WHERE revoked_at IS NOT NULL`);

const currencies = ['SYP', 'USD'];
const openInstall = async (store = 0) => installContext(await world.install({ store }));
const order = (store: number) => ({ order: { currency: currencies[store] } });

/** Uninstalls the app on the platform, and lets the app detect the uninstall. */
async function close({ installId }: InstallContext): Promise<void> {
  await world.sandbox.control('DELETE', `/installs/${installId}`);
  await closeUnlessActive(installId, installClient(installId, 'background'), closeOperations);
}

/** Returns a closed install with two quotes, and the new install of the same store. */
async function reinstalled(store = 0) {
  const old = await openInstall(store);
  const quotes = [await sentQuote(old, order(store)), await sentQuote(old, order(store))] as const;
  await close(old);
  return { old, quotes, context: await openInstall(store) };
}

const commandOf = (installId: InstallId, quotes: { quoteId: string }[], views: string[] = []) => ({
  installId,
  quotes: quotes.map(({ quoteId }) => quoteId),
  views,
});
const importData = (context: InstallContext, quotes: { quoteId: string }[], views?: string[]) =>
  importEarlierData(context, commandOf(context.installId, quotes, views));
const brought = (quotes: number, views = 0) => ({
  code: 'succeeded',
  status: 200,
  result: { quotes, views },
});
const offered = async (context: InstallContext) =>
  (await listEarlierData(context)).quotes.map(({ id }) => id).toSorted();
const idsOf = (...quotes: SentQuote[]) => quotes.map(({ quoteId }) => quoteId as string).toSorted();
const storedIn = ({ installId }: InstallContext) =>
  tenantDb(installId).transaction(async (tx) => ({
    quotes: (await tx.quote.findMany()).map(({ id }) => id).toSorted(),
    rows: await Promise.all([
      tx.quoteVersion.count(),
      tx.quoteLink.count(),
      tx.quoteEvent.count({ where: { kind: 'sent' } }),
      tx.quoteEvent.count({ where: { kind: { startsWith: 'imported' } } }),
    ]),
  }));

/** Stores exchange rates as a user would type them. Each rate is the price of one unit of the currency in SYP. */
const typeRates = ({ installId, db }: InstallContext, rates: Record<string, number>) =>
  db.transaction((tx) =>
    tx.storeRate.createMany({
      data: Object.entries(rates).map(([one, scaled]) => ({
        installId,
        one,
        other: 'SYP',
        scaled: BigInt(scaled),
        scale: 0,
        decimals: 0,
        changedAt: new Date(),
      })),
    }),
  );
const ratesOf = ({ db }: InstallContext) =>
  db.transaction(async (tx) =>
    Object.fromEntries((await tx.storeRate.findMany()).map(({ one, scaled }) => [one, Number(scaled)])),
  );

const nothing = { quotes: [], rows: [0, 0, 0, 0] };

describe('data of an earlier installation of the store', () => {
  it('is offered in the new install, and a confirmed import brings all of it: link, hash, customer', async () => {
    const { old, quotes, context } = await reinstalled();
    const [first, second] = quotes;
    expect(await openLink(first.token)).toBeNull();
    const earlier = await listEarlierData(context);
    expect(earlier).toMatchObject({ hasMore: false, views: [], until: expect.any(String) });
    expect(earlier.quotes).toContainEqual({
      id: first.quoteId,
      number: first.number,
      state: 'sent',
      customerName: expect.any(String),
      total: expect.any(Object),
      updatedAt: expect.any(String),
      madeBy: 'Rima',
    });
    const [before] = await world.system<{ content_hash: string }>(
      'SELECT content_hash FROM quote_versions WHERE quote_id = $1',
      [first.quoteId],
    );

    expect(await importData(context, [first])).toEqual(brought(1));
    expect(await storedIn(context)).toEqual({ quotes: idsOf(first), rows: [1, 1, 1, 1] });
    expect(await storedIn(old)).toEqual({ quotes: idsOf(second), rows: [1, 1, 1, 0] });
    expect(await offered(context)).toEqual(idsOf(second));
    const linked = await openLink(first.token);
    expect(linked).toMatchObject({
      installId: context.installId,
      number: first.number,
      contentHash: before?.content_hash,
    });
    expect(await openLink(second.token)).toBeNull();
    // A search for a phone number compares hashes, which are made with a key of the install. So the search finds an
    // imported quote only if the import has made the quote's hashes again with the new install's key.
    const found = await listQuotes(
      context,
      QuoteListQuery.parse({ q: linked?.content.order.customer.phone }),
    );
    expect(found.quotes.map(({ id }) => id)).toEqual([first.quoteId]);
    const view = await readQuote(context, first.quoteId);
    expect(view).toMatchObject({ customerName: expect.any(String), can: { rewrite: true, withdraw: true } });
    expect(view?.events.map(({ kind, by }) => [kind, by])).toContainEqual(['imported', 'Rima']);
  });

  it('is not offered from a live install or to another store, and cannot be imported by its id', async () => {
    const beside = await openInstall();
    const live = await sentQuote(beside);
    const { old, quotes, context } = await reinstalled();
    const stranger = await openInstall(1);
    const [theirs] = (await reinstalled(1)).quotes;
    expect(await offered(context)).toEqual(idsOf(...quotes));
    // `theirs` is a quote in a closed install of another store. `live` is a quote in an install of the same store that
    // is still open. The app must not import either quote, even if the request contains the quote's id.
    expect(await importData(context, [theirs, live])).toEqual(brought(0));
    expect(await importData(stranger, [...quotes])).toEqual(brought(0));
    await ignoreEarlierData(stranger, commandOf(stranger.installId, [...quotes]));
    expect(await offered(context)).toEqual(idsOf(...quotes));
    expect(await storedIn(old)).toMatchObject({ quotes: idsOf(...quotes) });
    expect(await storedIn(beside)).toMatchObject({ quotes: idsOf(live) });
    // The function `betweenInstalls` may act only on the new install and its earlier installations. It must throw for
    // any other install.
    const acting = (side: InstallId) =>
      betweenInstalls(stranger.installId, async (_, __, actIn) => actIn(side));
    await expect(acting(old.installId)).rejects.toThrow(/is not an earlier installation/);
    await expect(acting(stranger.installId)).resolves.toBeUndefined();
    // The install that sends the request is closed, so the request imports nothing. The response still counts two
    // quotes, because the closed install already has them.
    expect(await importEarlierData(old, commandOf(old.installId, [...quotes]))).toEqual(brought(2));
    expect(await listEarlierData(old)).toMatchObject({ quotes: [], until: null });
    expect(await storedIn(old)).toMatchObject({ rows: [2, 2, 2, 0] });
  });

  it('is imported once if five tabs confirm at the same moment, and each tab receives the same answer', async () => {
    const { old, quotes, context } = await reinstalled();
    const answers = await Promise.all(Array.from({ length: 5 }, () => importData(context, [...quotes])));
    expect(answers).toEqual(answers.map(() => brought(2)));
    expect(await importData(context, [...quotes])).toEqual(brought(2));
    expect(await storedIn(context)).toEqual({ quotes: idsOf(...quotes), rows: [2, 2, 2, 2] });
    expect(await storedIn(old)).toEqual(nothing);
  });

  it('is imported into only one of two new installs that exist at the same time', async () => {
    const { quotes, context } = await reinstalled();
    const other = await openInstall();
    await Promise.all([importData(context, [...quotes]), importData(other, [...quotes])]);
    const stored = [...(await storedIn(context)).quotes, ...(await storedIn(other)).quotes];
    expect(stored.toSorted()).toEqual(idsOf(...quotes));
  });

  it.each(['import.taken', 'import.given'])(
    'is unchanged after kill -9 at %s',
    async (point) => {
      const { old, quotes, context } = await reinstalled();
      const crashing = await startProgram({ ...world.appEnv, CRASH_POINT: point });
      await crashing.run(
        'import-earlier-data',
        context.installId,
        JSON.stringify(commandOf(context.installId, [...quotes])),
      );
      expect(await crashing.exited).toEqual({ code: null, signal: 'SIGKILL' });
      // The process was killed during the import. PostgreSQL needs some time to detect the broken connection
      // and to roll back.
      await eventually('nothing has moved', async () => (await storedIn(context)).quotes.length === 0);
      expect(await storedIn(context)).toEqual(nothing);
      expect(await offered(context)).toEqual(idsOf(...quotes));
      expect(await importData(context, [...quotes])).toEqual(brought(2));
      expect(await storedIn(old)).toEqual(nothing);
    },
    60_000,
  );

  it('is not offered again after it was declined, and stays until the day is over', async () => {
    const { old, quotes, context } = await reinstalled();
    const [first, second] = quotes;
    await ignoreEarlierData(context, commandOf(context.installId, [first]));
    expect(await offered(context)).toEqual(idsOf(second));
    // After a user declined the import of quotes, another browser tab may still offer it. A request from such a tab
    // must import nothing.
    expect(await importData(context, [first])).toEqual(brought(0));
    expect(await storedIn(old)).toMatchObject({ quotes: idsOf(...quotes) });
    await letTheDayPass();
    expect(await listEarlierData(context)).toEqual({ quotes: [], views: [], hasMore: false, until: null });
    expect(await importData(context, [second])).toEqual(brought(0));
    await purgeAll();
    expect(await storedIn(old)).toEqual(nothing);
    expect(await storedIn(context)).toEqual(nothing);
  });

  it("keeps a quote's number if it is free, otherwise takes the next one; no number is used twice later", async () => {
    const { quotes, context } = await reinstalled();
    const [first, second] = quotes;
    const own = await sentQuote(context);
    expect([first, second, own].map(({ number }) => number)).toEqual(['Q-1', 'Q-2', 'Q-1']);
    expect(await importData(context, [...quotes])).toEqual(brought(2));
    expect(await readQuote(context, first.quoteId)).toMatchObject({ number: 'Q-3' });
    expect(await readQuote(context, second.quoteId)).toMatchObject({ number: 'Q-2' });
    const history = (await readQuote(context, first.quoteId))?.events;
    expect(history).toContainEqual(expect.objectContaining({ kind: 'imported_renumbered', message: 'Q-1' }));
    expect((await sentQuote(context)).number).toBe('Q-4');
  });

  it('shows an imported order as confirmed, because it was read from the platform', async () => {
    const old = await openInstall();
    const quote = await sentQuote(old);
    expect((await postForm(quote.token)).status).toBeLessThan(400);
    const orderId = await eventually('its order is there', async () => {
      return (await readQuote(old, quote.quoteId))?.order?.id;
    });
    const before = await readOrder(old, orderId ?? '');
    expect(before).toMatchObject({ view: { confirmation: 'sent' } });
    await close(old);
    const context = await openInstall();
    expect(await importData(context, [quote])).toEqual(brought(1));
    expect(await readOrder(context, orderId ?? '')).toMatchObject({ view: { confirmation: 'confirmed' } });
    const [row] = await context.db.transaction((tx) =>
      readOrderRows(tx, { installId: context.installId, mayKnow: false }, [orderId ?? '']),
    );
    expect(row?.confirmation).toBe('confirmed');
  });

  it('belongs to the live install of its store only', async () => {
    const { old, context } = await reinstalled();
    const other = await openInstall(1);
    expect(await findSuccessor(old.installId)).toBe(context.installId);
    expect(await findSuccessor(context.installId)).toBeNull();
    expect(await findSuccessor(other.installId)).toBeNull();
  });

  it('includes the order of an accepted quote and the data that was sent with that order', async () => {
    const old = await openInstall();
    const quote = await sentQuote(old);
    expect((await postForm(quote.token)).status).toBeLessThan(400);
    await eventually('its order is there', async () => {
      return (await readQuote(old, quote.quoteId))?.state === 'converted';
    });
    const made = await readQuote(old, quote.quoteId);
    await close(old);
    const context = await openInstall();
    expect(await importData(context, [quote])).toEqual(brought(1));
    expect(await readQuote(context, quote.quoteId)).toMatchObject({
      state: 'converted',
      order: made?.order,
      problem: null,
    });
    const stored = await context.db.transaction((tx) => tx.createdOrder.findMany());
    expect(stored).toMatchObject([{ orderId: made?.order?.id, paymentMethod: 'cod' }]);
    const writes = await context.db.transaction((tx) => tx.operation.findMany());
    expect(writes).toMatchObject([{ kind: 'create_order', state: 'succeeded', requestEnc: null }]);
  });

  it('brings the exchange rates that users typed, once, and never over a rate of the new install', async () => {
    const old = await openInstall();
    const quotes = [await sentQuote(old), await sentQuote(old)] as const;
    await typeRates(old, { USD: 13_000, EUR: 14_000 });
    await close(old);
    const context = await openInstall();
    await typeRates(context, { USD: 15_000 });
    await importData(context, []);
    expect(await ratesOf(context)).toEqual({ USD: 15_000 });
    await importData(context, [quotes[0]]);
    expect(await ratesOf(context)).toEqual({ USD: 15_000, EUR: 14_000 });
    // A user deletes the exchange rate. A second import must not restore the rate.
    await context.db.transaction((tx) => tx.storeRate.deleteMany({ where: { one: 'EUR' } }));
    await importData(context, [quotes[1]]);
    expect(await ratesOf(context)).toEqual({ USD: 15_000 });
  });

  it('includes views for their owners, and an imported view never replaces an existing one', async () => {
    const old = await openInstall();
    const save = async (context: InstallContext, name: string, isShared: boolean) => {
      const viewId = randomUUID();
      const { installId } = context;
      const view = { installId, viewId, name, filters: 'status=placed', columns: null, isShared };
      expect(await saveView(context, view)).toMatchObject({ code: 'saved' });
      return viewId;
    };
    const [own, shared] = [await save(old, 'Mine', false), await save(old, 'Ours', true)];
    const hers = await save({ ...old, actor: { sub: 'staff_2', name: 'Huda' } }, 'Hers', false);
    await close(old);
    const context = await openInstall();
    await save(context, 'Ours', true);
    expect(
      (await listEarlierData(context)).views.toSorted((one, two) => one.name.localeCompare(two.name)),
    ).toEqual([
      { id: hers, name: 'Hers', owner: { kind: 'somebody', name: null } },
      { id: own, name: 'Mine', owner: { kind: 'own' } },
      { id: shared, name: 'Ours', owner: { kind: 'everybody' } },
    ]);
    expect(await importData(context, [], [own, shared, hers])).toEqual(brought(0, 3));
    const names = async (actor: InstallContext['actor']) =>
      (await listViews({ ...context, actor })).views.map(({ name }) => name);
    expect(await names(context.actor)).toEqual(['Mine', 'Ours', 'Ours (2)']);
    expect(await names({ sub: 'staff_2', name: 'Huda' })).toEqual(['Hers', 'Ours', 'Ours (2)']);
    expect((await listEarlierData(context)).views).toEqual([]);
  });
});
