import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { activityPorts } from '@/lib/kinds/activity-ports.server';
import { bulkPorts } from '@/lib/kinds/bulk-ports.server';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { activityColumns } from '@/lib/operations/activity/activity-csv';
import { ActivityFilterQuery, ActivityQuery } from '@/lib/operations/activity/activity-query';
import { activityKinds, nobody } from '@/lib/operations/activity/activity-view';
import { exportActivity } from '@/lib/operations/activity/export-activity.server';
import { listActivity } from '@/lib/operations/activity/list-activity.server';
import { lookForOperations } from '@/lib/operations/activity/look-for-operations.server';
import { operationKinds } from '@/lib/kinds/operation-kinds.server';
import { resolveReview } from '@/lib/operations/activity/resolve-review.server';
import { createFulfillmentKind } from '@/lib/orders/order/fulfillment/fulfill-order.server';
import { createOrder } from '@/lib/orders/new-order/create-order.server';
import { claimBulkItem, settleBulkItems } from '@/lib/operations/bulk/bulk-queue.server';
import { requestOf } from '@/lib/operations/sending/operation-kind.server';
import { startBulkRun } from '@/lib/operations/bulk/start-bulk-run.server';
import { OperationId } from '@/lib/shared/operation-id';
import { dayOf, nextDay } from '@/lib/shared/store-day';
import { type AppWorld, startAppWorld } from '@/tests/support/integration/app-world';
import { withSystem } from '@/lib/system/db';
import { transactionsWait } from '@/tests/support/integration/transactions-wait';
import { type BulkFixture, createBulkFixture, tagRequest } from '@/tests/support/operations/bulk-fixture';
import { explainedDb, type PlanNode } from '@/tests/support/mirror/explained-db';
import { orderCommand } from '@/tests/support/operations/order-command';

let world: AppWorld;

beforeAll(async () => {
  world = await startAppWorld();
});
afterAll(() => world.stop());

const read = (context: InstallContext, query: object = {}) =>
  listActivity(context, ActivityQuery.parse(query), activityPorts);
const idsOf = async (context: InstallContext, query: object = {}) =>
  (await read(context, query)).entries.map(({ id }) => id);

/**
 * Inserts `count` ended operations (recorded writes) with the same outcome. They are one second apart, newest
 * first.
 */
async function past(
  { installId }: InstallContext,
  many: {
    count: number;
    state: string;
    kind?: string;
    orderId?: string;
    actor?: string | null;
    days?: number;
  },
): Promise<string[]> {
  const { count, state, kind = 'patch_order', orderId = null, actor = 'staff_1', days = 1 } = many;
  const rows = await world.system<{ id: string }>(
    `INSERT INTO operations (install_id, id, kind, state, idempotency_key, target, queue_key, actor_sub, actor_name,
       created_at, ended_at, request_ids, result)
     SELECT $1, gen_random_uuid(), $2, $3, 'key', CASE WHEN $4::text IS NULL THEN '{}'::jsonb ELSE jsonb_build_object('orderId', $4::text) END,
       'order ' || $4::text, $5::text, $5::text, now() - $6 * interval '1 day' - n * interval '1 second', now(),
       ARRAY['req_' || gen_random_uuid()], NULL
     FROM generate_series(1, $7) n RETURNING id`,
    [installId, kind, state, orderId, actor, days, count],
  );
  return rows.map(({ id }) => id);
}

const press = () => OperationId.parse(randomUUID());
const decide = (
  context: InstallContext,
  reviewId: string,
  more: { happened: boolean; orderNumber?: string },
  by = press(),
) =>
  resolveReview(
    context,
    {
      installId: context.installId,
      operationId: by,
      reviewId: OperationId.parse(reviewId),
      ...more,
    },
    activityPorts,
  );

const rowOf = async (id: string) =>
  (
    await world.system<{ state: string; result: Record<string, unknown> }>(
      'SELECT * FROM operations WHERE id = $1',
      [id],
    )
  )[0];

async function newFixture(): Promise<BulkFixture> {
  return createBulkFixture(world);
}

describe('the activity', () => {
  it('names every kind of write', () => {
    expect([...activityKinds].sort()).toEqual([...operationKinds.keys(), 'bulk_run'].sort());
  });

  it('shows the amount of a refund in the currency of its order, and none without the scope to read orders', async () => {
    const { context } = await newFixture();
    const outcome = await createOrder(context, orderCommand(context.installId));
    if (outcome.code !== 'succeeded') return expect.fail(outcome.code);
    const [id = ''] = await past(context, {
      count: 1,
      state: 'needs_review',
      kind: 'create_refund',
      orderId: outcome.result.orderId,
    });
    await world.system(
      `UPDATE operations SET result = '{"requested": {"amountMinor": 1234}}' WHERE id = $1`,
      [id],
    );
    const [order] = await world.system<{ currency: string; decimals: number }>(
      'SELECT currency, decimals FROM orders WHERE id = $1',
      [outcome.result.orderId],
    );
    const entry = async (reader: InstallContext) =>
      (await read(reader)).entries.find((one) => one.id === id) as { requested: object } | undefined;
    expect((await entry(context))?.requested).toEqual({ amount: { amount_minor: 1234, ...order } });
    const scopes = new Set([...context.scopes].filter((scope) => scope !== 'orders:read'));
    expect((await entry({ ...context, scopes }))?.requested).toEqual({});
  });

  it('shows the pieces and the carrier of a shipment, and neither of a shipment from an earlier release', async () => {
    const { context } = await newFixture();
    const body = {
      status: 'shipped',
      provider: 'Aramex',
      tracking_number: 'SY-1',
      lines: [
        { order_item_id: 'a', quantity: 2 },
        { order_item_id: 'b', quantity: 1 },
      ],
    };
    const { requested } = requestOf(createFulfillmentKind, { request: JSON.stringify(body) });
    const [known = '', earlier = ''] = await past(context, {
      count: 2,
      state: 'succeeded',
      kind: 'create_fulfillment',
    });
    const store = (id: string, stored: unknown) =>
      world.system('UPDATE operations SET result = $2 WHERE id = $1', [
        id,
        JSON.stringify({ requested: stored }),
      ]);
    await store(known, requested);
    await store(earlier, { status: 'shipped' });
    const { entries } = await read(context);
    const shown = new Map(entries.map((entry) => [entry.id, entry.type === 'operation' && entry.requested]));
    expect(shown.get(known)).toEqual({ status: 'shipped', pieces: 3, carrier: 'Aramex' });
    expect(shown.get(earlier)).toEqual({ status: 'shipped' });
  });

  it('shows who did what to which order with which response, and never what was sent', async () => {
    const { context } = await newFixture();
    const outcome = await createOrder(context, orderCommand(context.installId));
    if (outcome.code !== 'succeeded') return expect.fail(outcome.code);
    const page = await read(context);
    expect(page.entries[0]).toMatchObject({
      type: 'operation',
      kind: 'create_order',
      state: 'succeeded',
      actor: 'Rima',
      order: { id: outcome.result.orderId, number: outcome.result.orderNumber },
    });
    expect(JSON.stringify(page)).not.toMatch(/963944123456|سلمى|تغليف/);
    const [made] = page.entries;
    if (made?.type !== 'operation') return expect.fail();
    expect(made.requestIds).toHaveLength(1);
    for (const q of [outcome.result.orderNumber, made.requestIds[0], made.id])
      expect(await idsOf(context, { q }), q).toEqual([made.id]);
    expect(await idsOf(context, { q: 'req_of_nobody' })).toEqual([]);
    // Without the scope orders:read, a search for an order number finds nothing, and the entries show no
    // order numbers.
    const blind = { ...context, scopes: new Set(['orders:write']) };
    expect(await idsOf(blind, { q: outcome.result.orderNumber })).toEqual([]);
    expect((await read(blind)).entries[0]).toMatchObject({ order: { number: null } });
    // The Activity screen must never show operations of another store, not even in the result of a search.
    const other = await createBulkFixture(world);
    for (const q of [undefined, outcome.result.orderNumber, made.id, made.requestIds[0]])
      expect(await idsOf(other.context, q ? { q } : {})).not.toContain(made.id);
  });

  it('shows each entry once over all pages, filtered by state, kind, actor and days', async () => {
    const { context, orders } = await newFixture();
    const done = await past(context, { count: 70, state: 'succeeded' });
    const refused = await past(context, {
      count: 40,
      state: 'refused',
      kind: 'create_refund',
      actor: null,
      days: 3,
    });
    await startBulkRun(context, randomUUID(), tagRequest({ world, context, orders }, 2), bulkPorts);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await read(context, cursor === null ? {} : { cursor });
      seen.push(...page.entries.map(({ id }) => id));
      cursor = page.next;
    } while (cursor !== null);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toHaveLength(111);
    expect((await read(context)).entries[0]?.type).toBe('run');
    expect(await idsOf(context, { state: 'refused' })).toEqual(refused);
    expect(await idsOf(context, { kind: 'create_refund' })).toEqual(refused);
    expect(await idsOf(context, { person: nobody })).toEqual(refused);
    expect(await idsOf(context, { person: 'staff_2' })).toEqual([]);
    expect(await idsOf(context, { kind: 'bulk_run' })).toHaveLength(1);
    const today = dayOf(new Date(), context.store.timezone);
    expect(await idsOf(context, { from: today, to: nextDay(today) })).toHaveLength(1);
    expect(done).toContain((await idsOf(context, { state: 'succeeded' }))[0]);
  });

  it('reads each state by its index, scans at most its limit, and continues from there on the next page', async () => {
    const { context } = await newFixture();
    await past(context, { count: 6_000, state: 'succeeded' });
    const [odd] = await past(context, { count: 1, state: 'succeeded', kind: 'create_refund', days: 2 });
    const plans: PlanNode[][] = [];
    const db = explainedDb(context.installId, (nodes) => plans.push(nodes));
    await db.transaction((tx) => lookForOperations(tx, { installId: context.installId, orderIds: [] }, 50));
    expect(plans.flat().map((node) => node['Index Name'])).toContain('operations_by_state');
    expect(plans.flat().map((node) => [node['Node Type'], node['Relation Name']])).not.toContainEqual([
      'Seq Scan',
      'operations',
    ]);
    const first = await read(context, { kind: 'create_refund' });
    expect(first.entries).toEqual([]);
    expect(await idsOf(context, { kind: 'create_refund', cursor: first.next })).toEqual([odd]);
  });

  it('is exported completely, as a file without formulas that a spreadsheet would run', async () => {
    const { context } = await newFixture();
    await past(context, { count: 1_100, state: 'succeeded' });
    await past(context, { count: 1, state: 'refused', actor: '=HYPERLINK("x")' });
    const words = {
      columns: Object.fromEntries(activityColumns.map((column) => [column, column])) as Record<
        (typeof activityColumns)[number],
        string
      >,
      what: () => 'what',
      state: (state: string) => state,
      run: () => 'run',
    };
    const signal = new AbortController().signal;
    const csv = await new Response(
      await exportActivity(context, ActivityFilterQuery.parse({}), { words, signal, ports: activityPorts }),
    ).arrayBuffer();
    const text = Buffer.from(csv).toString('utf8');
    expect(text.startsWith('\ufeffat,')).toBe(true);
    expect(text.trimEnd().split('\r\n')).toHaveLength(1 + 1_101);
    expect(text).toContain(`"'=HYPERLINK(""x"")"`);
  });
});

describe('a write with an unknown outcome', () => {
  it('is resolved by the first of several concurrent decisions, and shows who made it', async () => {
    const { context, orders } = await newFixture();
    const [id = ''] = await past(context, { count: 1, state: 'needs_review', orderId: orders[0]?.id ?? '' });
    const first = press();
    const answers = await Promise.all([
      decide(context, id, { happened: true }, first),
      ...Array.from({ length: 5 }, () => decide(context, id, { happened: false })),
    ]);
    expect(answers.filter(({ code }) => code === 'succeeded')).toHaveLength(1);
    expect(answers).toContainEqual({ code: 'refused', status: 409, reason: 'settled' });
    const row = await rowOf(id);
    const happened = answers[0]?.code === 'succeeded';
    expect(row?.state).toBe(happened ? 'succeeded' : 'refused');
    expect(row?.result).toMatchObject({ review: { happened, by: 'Rima' } });
    if (happened)
      expect(await decide(context, id, { happened: true }, first)).toMatchObject({ code: 'succeeded' });
    expect((await read(context)).entries[0]).toMatchObject({ review: { happened, by: 'Rima' } });
    // A person has decided what happened to the operation. This decision sets a dirty mark (a note that the order must
    // be read), so that the worker reads the order again.
    expect(
      await world.system('SELECT 1 FROM dirty_marks WHERE entity_id = $1', [orders[0]?.id]),
    ).toHaveLength(1);
  });

  it('cannot be resolved from another install', async () => {
    const [one, other] = [await newFixture(), await newFixture()];
    const [id = ''] = await past(one.context, { count: 1, state: 'needs_review' });
    expect(await decide(other.context, id, { happened: false })).toEqual({ code: 'not_found', status: 404 });
    expect((await rowOf(id))?.state).toBe('needs_review');
  });

  it("that created an order is resolved by that order's number; an order of another write is refused", async () => {
    const { context, orders } = await newFixture();
    const made = await createOrder(context, orderCommand(context.installId));
    if (made.code !== 'succeeded') return expect.fail(made.code);
    const [id = ''] = await past(context, { count: 1, state: 'needs_review', kind: 'create_order' });
    const say = (orderNumber?: string) =>
      decide(context, id, { happened: true, ...(orderNumber && { orderNumber }) });
    expect(await say()).toMatchObject({ reason: 'unknown_order' });
    expect(await say('no such')).toMatchObject({ reason: 'unknown_order' });
    expect(await say(made.result.orderNumber)).toMatchObject({ reason: 'other_order' });
    expect(
      await decide({ ...context, scopes: new Set() }, id, { happened: true, orderNumber: '1' }),
    ).toMatchObject({
      code: 'missing_scope',
      scope: 'orders:read',
    });
    const [order] = orders;
    expect(await say(order?.order_number)).toEqual({ code: 'succeeded', status: 200 });
    expect((await rowOf(id))?.result).toMatchObject({ orderId: order?.id, orderNumber: order?.order_number });
  });

  it('in a bulk run updates the run\u2019s counters, even if the worker ends the item while the user resolves it', async () => {
    const fixture = await newFixture();
    const { context } = fixture;
    const runId = randomUUID();
    await startBulkRun(context, runId, tagRequest(fixture, 1), bulkPorts);
    // A bulk run of an earlier test may still have waiting items, and the worker serves the installs in turn. So the
    // test claims items until it gets an item of its own install.
    let claimed = await claimBulkItem(bulkPorts);
    while (claimed && claimed.installId !== context.installId) claimed = await claimBulkItem(bulkPorts);
    const id = claimed?.id ?? '';
    await world.system(
      `UPDATE operations SET state = 'needs_review', ended_at = now(), next_attempt_at = NULL WHERE id = $1`,
      [id],
    );
    const [settled, resolved] = await withSystem(async (tx) => {
      await tx.$queryRaw`SELECT 1 FROM bulk_runs WHERE id = ${runId}::uuid FOR UPDATE`;
      const settling = settleBulkItems();
      await transactionsWait(world, 1);
      const resolving = decide(context, id, { happened: true });
      await transactionsWait(world, 2);
      return [settling, resolving];
    });
    await settled;
    expect(await resolved).toMatchObject({ code: 'succeeded' });
    const [run] = await world.system('SELECT succeeded, needs_review FROM bulk_runs WHERE id = $1', [runId]);
    expect(run).toEqual({ succeeded: 1, needs_review: 0 });
  });

  it('in a bulk run updates the run\u2019s counters when it is resolved; if it did not happen, it can be retried', async () => {
    const fixture = await newFixture();
    const { context } = fixture;
    const runId = randomUUID();
    await startBulkRun(context, runId, tagRequest(fixture, 1), bulkPorts);
    const [item] = await world.system<{ operation_id: string }>(
      'SELECT operation_id FROM bulk_items WHERE run_id = $1',
      [runId],
    );
    const id = item?.operation_id ?? '';
    await past(context, { count: 1, state: 'needs_review' }).then(([made]) =>
      world.system('UPDATE operations SET id = $2 WHERE id = $1', [made, id]),
    );
    await world.system(`UPDATE bulk_items SET state = 'needs_review', ended_at = now() WHERE run_id = $1`, [
      runId,
    ]);
    await world.system(
      `UPDATE bulk_runs SET state = 'ended', waiting = 0, needs_review = 1, ended_at = now() WHERE id = $1`,
      [runId],
    );
    // The operation of one bulk item needs review. So the list has a separate entry for this operation, beside the
    // entry of the bulk run.
    expect(new Set(await idsOf(context, { state: 'needs_review' }))).toEqual(new Set([id, runId]));
    expect(await decide(context, id, { happened: false })).toMatchObject({ code: 'succeeded' });
    const [run] = await world.system<{ needs_review: number; refused: number }>(
      'SELECT * FROM bulk_runs WHERE id = $1',
      [runId],
    );
    expect([run?.needs_review, run?.refused]).toEqual([0, 1]);
    expect(await idsOf(context, {})).toEqual([runId]);
  });
});
