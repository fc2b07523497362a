import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DiscountListQuery, listDiscounts } from '@/lib/discounts/list-discounts.server';
import { writeDiscounts } from '@/lib/mirror/products/discount-mirror.server';
import { readArrivalLag } from '@/lib/mirror/health/read-arrival-lag.server';
import { readSyncView } from '@/lib/mirror/health/read-sync-view.server';
import { startRepair } from '@/lib/mirror/health/start-repair.server';
import { Discount } from 'commerce-platform-client/contract/discounts';
import { EventId, type InstallId } from 'commerce-platform-client/contract/ids';
import { OperationId } from '@/lib/shared/operation-id';
import { nextFence, tenantDb, type Tx, withSystem } from '@/lib/system/db';
import { Prisma } from '@/lib/system/generated/prisma/client';
import { changeSubscription } from '@/lib/webhooks/change-subscription.server';
import { deleteSubscription } from '@/lib/webhooks/delete-subscription.server';
import { readSubscription } from '@/lib/webhooks/read-subscription.server';
import { readTestEvent } from '@/lib/webhooks/read-test-event.server';
import { ensureSubscription } from '@/lib/webhooks/subscription.server';
import { type AppWorld, startAppWorld } from '@/tests/support/integration/app-world';
import { nodesOf, type PlanNode } from '@/tests/support/mirror/explained-db';
import { installContext } from '@/tests/support/integration/install-context';
import { subscribedInstall } from '@/tests/support/webhooks/subscribed-install';

let world: AppWorld;
let installId: InstallId;
let other: InstallId;

beforeAll(async () => {
  world = await startAppWorld();
});
afterAll(() => world.stop());
beforeEach(async () => {
  installId = await world.install();
  other = await world.install({ store: 1 });
});

type Event = { state?: string; reason?: string; hoursAgo?: number; lateMs?: number; test?: boolean };

async function event(of: InstallId, { state, reason, hoursAgo = 0, lateMs, test = false }: Event) {
  const eventId = randomUUID();
  await world.system(
    `INSERT INTO inbox (install_id, event_id, topic, state, reason, test, body, received_at, occurred_at)
     VALUES ($1, $2, 'order.created', $3, $4, $5, 'canary body', now() - $6 * interval '1 hour',
       now() - $6 * interval '1 hour' - $7 * interval '1 ms')`,
    [of, eventId, state ?? 'settled', reason ?? null, test, hoursAgo, lateMs ?? null],
  );
  return EventId.parse(eventId);
}

describe('the screen for developers', () => {
  it('U8: shows the arrival lag for the day and by hour, without test events and other installs, never below zero', async () => {
    for (let n = 1; n <= 20; n++) await event(installId, { hoursAgo: 3, lateMs: n * 100 });
    await event(installId, { lateMs: -5_000 });
    await event(installId, { hoursAgo: 30, lateMs: 9_000_000 });
    await event(installId, { lateMs: 9_000_000, test: true });
    await event(installId, {});
    await event(other, { lateMs: 9_000_000 });
    const { arrival } = await readSyncView({ installId });
    expect(arrival).toMatchObject({ events: 21, p50Ms: 1_000, p95Ms: 1_900, isPartial: false });
    expect(arrival.hours).toHaveLength(24);
    const filled = arrival.hours.filter(({ events }) => events > 0);
    expect(filled).toMatchObject([
      { events: 20, p50Ms: 1_000, p95Ms: 1_900 },
      { events: 1, p50Ms: 0, p95Ms: 0 },
    ]);
    expect(filled[1]).toBe(arrival.hours.at(-1));
  });

  it('reads the newest events of each hour from one index, however many events there are', async () => {
    await world.system(
      `INSERT INTO inbox (install_id, event_id, topic, state, received_at, occurred_at)
       SELECT CASE WHEN n % 2 = 0 THEN $1 ELSE $2 END, 'evt_' || n, 'order.created', 'settled',
         now() - n * interval '4 seconds', now() - n * interval '4 seconds' - interval '1 second'
       FROM generate_series(1, 30000) n`,
      [installId, other],
    );
    await world.sql.query('ANALYZE inbox');
    let nodes: PlanNode[] = [];
    const arrival = await withSystem((tx) =>
      readArrivalLag(
        new Proxy(tx, {
          get: (target, name) =>
            name !== '$queryRaw'
              ? Reflect.get(target, name)
              : async (query: TemplateStringsArray, ...values: unknown[]) => {
                  const statement = Prisma.sql(query, ...values);
                  const [row] = await tx.$queryRaw<{ 'QUERY PLAN': { Plan: PlanNode }[] }[]>(
                    Prisma.sql`EXPLAIN (FORMAT JSON) ${statement}`,
                  );
                  nodes = nodesOf(row?.['QUERY PLAN'][0]?.Plan);
                  return tx.$queryRaw(statement);
                },
        }) as Tx,
        installId,
      ),
    );
    // The inbox (the table of received deliveries) has one event every 4 s, and every second event belongs to the
    // install of the test. So the install has 450 events an hour. readArrivalLag reads up to 500 events of an hour, so
    // its result is complete.
    expect(arrival).toMatchObject({ p50Ms: 1_000, p95Ms: 1_000, isPartial: false });
    const reads = nodes.filter((node) => node['Index Name']);
    expect(reads.map((node) => node['Index Name'])).toEqual(['inbox_applied']);
    expect(nodes.map((node) => node['Node Type'])).not.toContain('Seq Scan');
  });

  it('shows only the kind of quarantined events, never their text', async () => {
    await event(installId, { state: 'quarantined', reason: 'unknown topic canary.topic' });
    await event(installId, { state: 'quarantined', reason: 'unknown topic canary.other' });
    const view = await readSyncView({ installId });
    expect(view.quarantined).toMatchObject([{ kind: 'unknown_topic', events: 2 }]);
    expect(JSON.stringify(view)).not.toContain('canary');
  });
});

describe('a repair', () => {
  const sweeps = () =>
    world.system<{ name: string; isDue: boolean; last_error: string | null }>(
      `SELECT resource || '.' || kind AS name, due_at <= now() AS "isDue", last_error FROM sweeps
       WHERE install_id = $1 ORDER BY 1`,
      [installId],
    );
  const dueNames = async () => (await sweeps()).flatMap(({ name, isDue }) => (isDue ? [name] : []));
  const wholes = ['discounts.full', 'movements.full', 'orders.full', 'products.full', 'store.full'];

  it('makes every full sweep and every failed sweep due, once; sweeps without their scope are skipped', async () => {
    await world.system(
      `UPDATE sweeps SET due_at = now() + interval '1 hour', ended_at = now() WHERE install_id = $1`,
      [installId],
    );
    await world.system(
      `UPDATE sweeps SET failures = 4, last_error = 'timed_out' WHERE install_id = $1 AND resource = 'products' AND kind = 'updated'`,
      [installId],
    );
    await world.system(
      `UPDATE sweeps SET failures = 1, last_error = 'missing_scope' WHERE install_id = $1 AND resource = 'discounts'`,
      [installId],
    );
    const answers = await Promise.all([startRepair({ installId }), startRepair({ installId })]);
    expect(answers.map(({ result }) => result.isStarted).sort()).toEqual([false, true]);
    expect(await dueNames()).toEqual([...wholes.slice(1, 4), 'products.updated', 'store.full']);
    expect((await sweeps()).find(({ name }) => name === 'discounts.full')?.last_error).toBe('missing_scope');
    // The merchant cannot start another repair before all sweeps (reads of whole lists) of the last repair have ended.
    // This statement ends all sweeps except those of the orders.
    await world.system(
      `UPDATE sweeps SET due_at = now() + interval '1 hour' WHERE install_id = $1 AND resource <> 'orders'`,
      [installId],
    );
    expect((await startRepair({ installId })).result.isStarted).toBe(false);
    await world.system(`UPDATE sweeps SET due_at = now() + interval '1 hour' WHERE install_id = $1`, [
      installId,
    ]);
    expect((await startRepair({ installId })).result.isStarted).toBe(true);
  });
});

describe('the subscription screen', () => {
  it('WHK-1, WHK-6: shows the subscription of the platform and the end of the old secret, but no secret', async () => {
    const install = await subscribedInstall(world, 0);
    const context = await installContext(install.installId);
    const before = await readSubscription(context);
    expect(before).toMatchObject({
      subscription: { status: 'active', isOurs: true, failures: 0, disabledAt: null },
      previousUntil: null,
      isDevelopment: true,
    });
    expect(before.topics.filter(({ isSubscribed }) => isSubscribed)).toHaveLength(8);
    const changed = await changeSubscription(context, {
      installId: install.installId,
      operationId: OperationId.parse(randomUUID()),
      topics: ['order.created', 'app.uninstalled'],
      rotateSecret: true,
    });
    expect(changed.code).toBe('succeeded');
    const after = await readSubscription(context);
    const hours = (Date.parse(after.previousUntil ?? '') - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(23.9);
    expect(hours).toBeLessThan(24.1);
    expect(after.topics.flatMap(({ name, isSubscribed }) => (isSubscribed ? [name] : []))).toEqual([
      'order.created',
      'app.uninstalled',
    ]);
    expect(JSON.stringify(after)).not.toContain(install.secret);
    await context.platform.deleteWebhook();
    expect((await readSubscription(context)).subscription).toBeNull();
  });

  it('WHK-3, WHK-4: a later grant does not restore a topic that was switched off or a subscription that was deleted', async () => {
    const context = await installContext(installId);
    const subscribed = async (...scopes: string[]) => {
      await ensureSubscription({ installId, scopes: new Set(scopes) }, context.platform);
      const { subscription, topics } = await readSubscription(context);
      return subscription && topics.flatMap(({ name, isSubscribed }) => (isSubscribed ? [name] : []));
    };
    const command = () => ({ installId, operationId: OperationId.parse(randomUUID()) });
    await subscribed('orders:read');
    const topics = ['order.created', 'order.paid', 'app.uninstalled'] as const;
    await changeSubscription(context, { ...command(), topics: [...topics], rotateSecret: false });
    await world.system('UPDATE webhook_secrets SET checked_at = NULL WHERE install_id = $1', [installId]);
    expect(await subscribed('orders:read')).toEqual(topics);
    // The install already had the product scopes when the merchant left out the product topics. So the merchant left
    // them out on purpose, and the app must not add them.
    expect(await subscribed('orders:read', 'products:read')).toEqual(topics);
    await deleteSubscription(context, command());
    await world.system('UPDATE webhook_secrets SET checked_at = NULL WHERE install_id = $1', [installId]);
    expect(await subscribed('orders:read', 'products:read')).toBeNull();
    // The worker checks a webhook subscription again only if its `checked_at` is empty. Here no subscription has an
    // empty `checked_at`, so the worker plans no further check.
    const unchecked = await world.system(
      'SELECT 1 FROM webhook_secrets WHERE install_id = $1 AND checked_at IS NULL',
      [installId],
    );
    expect(unchecked).toEqual([]);
    // If a user saves topics on this screen, the app creates a subscription again, although the merchant deleted the
    // old subscription.
    await changeSubscription(context, { ...command(), topics: ['order.created'], rotateSecret: false });
    expect(await subscribed('orders:read')).toEqual(['order.created']);
  });

  it('WHK-3: shows for each topic whether its scope is granted, and shows that the store is not a development store', async () => {
    const limited = await world.install({ store: 3, scopes: ['orders:read'] });
    const view = await readSubscription(await installContext(limited));
    expect(view.isDevelopment).toBe(false);
    expect(view.topics.filter(({ isGranted }) => !isGranted).map(({ name }) => name)).toEqual([
      'product.created',
      'product.updated',
      'product.deleted',
      'inventory.movement_created',
    ]);
  });

  it('shows a test event after it has arrived, but no other event and no event of another install', async () => {
    const [test, real, theirs] = [
      await event(installId, { test: true }),
      await event(installId, {}),
      await event(other, { test: true }),
    ];
    expect((await readTestEvent({ installId }, test)).receivedAt).not.toBeNull();
    for (const id of [real, theirs, EventId.parse('evt_of_nobody')])
      expect(await readTestEvent({ installId }, id)).toEqual({ receivedAt: null });
  });
});

describe('the discount list', () => {
  it('DIS-2: is newest first, in pages without a gap, with the fields as received, of this install only', async () => {
    const db = tenantDb(installId);
    const discount = (n: number) =>
      Discount.parse({
        id: `disc_${String(n).padStart(3, '0')}`,
        // Every three discounts in a row have the same created_at. The last five discounts have no created_at.
        ...(n < 115 && {
          created_at: `2026-01-01T00:00:${String(Math.floor(n / 3)).padStart(2, '0')}.123+03:00`,
        }),
        ...(n === 0 && { is_active: true, usage_limit_total: 2, used_count: 2, code: 'SPENT' }),
      });
    const made = [...Array(120).keys()].map(discount);
    const write = async (of: InstallId, rows: Discount[]) =>
      tenantDb(of).transaction(async (tx) => writeDiscounts(tx, of, rows, await nextFence(tx)));
    expect(await listDiscounts({ installId, db }, {})).toEqual({ discounts: [], next: null, readAt: null });
    await write(installId, made);
    await write(other, [Discount.parse({ id: 'theirs' })]);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await listDiscounts({ installId, db }, DiscountListQuery.parse(cursor ? { cursor } : {}));
      seen.push(...page.discounts.map(({ id }) => id));
      if (page.next === null)
        expect(page.discounts.find(({ id }) => id === 'disc_000')).toMatchObject({
          state: 'used_up',
          code: 'SPENT',
          title: null,
          amount: null,
          startsAt: null,
        });
      cursor = page.next;
    } while (cursor !== null);
    const ids = made.map(({ id }) => id).reverse();
    expect(seen).toEqual([...ids.slice(5), ...ids.slice(0, 5)]);
  });

  it('DIS-2: refuses a cursor that it did not issue', () => {
    for (const cursor of ['', 'x', 'infinity a', '-infinity', "2026-01-01T00:00:00Z' a b"])
      expect(DiscountListQuery.safeParse({ cursor }).success).toBe(false);
  });
});
