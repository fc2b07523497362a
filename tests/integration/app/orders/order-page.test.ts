import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { saveCarrier } from '@/lib/cash/save-carrier.server';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { changeOrder as changeImpatiently } from '@/lib/orders/order/change-order.server';
import { createOrder as createImpatiently } from '@/lib/orders/new-order/create-order.server';
import { ChangeOrderCommand, SetOrderStatusCommand } from '@/lib/orders/order/order-commands';
import { findTrackingUrls } from '@/lib/orders/order/fulfillment/find-tracking-urls.server';
import { readOrder } from '@/lib/orders/order/read-order.server';
import { setOrderStatus as setImpatiently } from '@/lib/orders/order/set-order-status.server';
import { type AppWorld, startAppWorld } from '@/tests/support/integration/app-world';
import { installContext } from '@/tests/support/integration/install-context';
import { createOperationFixture, paidOrder } from '@/tests/support/operations/operation-fixture';
import { orderCommand } from '@/tests/support/operations/order-command';
import { patiently } from '@/tests/support/operations/operation-patience';

/**
 * Use cases without the time limit of 2 s for a user's request. On a busy machine, a write often takes longer and would
 * return "unconfirmed".
 */
const [createOrder, changeOrder, setOrderStatus] = [
  patiently(createImpatiently),
  patiently(changeImpatiently),
  patiently(setImpatiently),
];

let world: AppWorld;
let context: InstallContext;

beforeAll(async () => {
  world = await startAppWorld();
  context = await installContext(await world.install());
});
afterAll(() => world.stop());
afterEach(async () => {
  await world.sandbox.control('DELETE', '/faults');
  await world.system('DELETE FROM budgets');
});

const placedOrder = async () =>
  (await paidOrder(await createOperationFixture(context, world.sandbox.control))).id;
const change = (orderId: string, requested: object, more: object = {}) =>
  changeOrder(
    context,
    ChangeOrderCommand.parse({
      installId: context.installId,
      operationId: randomUUID(),
      orderId,
      change: requested,
      ...more,
    }),
  );
const move = (orderId: string, status: string) =>
  setOrderStatus(
    context,
    SetOrderStatusCommand.parse({ installId: context.installId, operationId: randomUUID(), orderId, status }),
  );
async function viewOf(orderId: string) {
  const read = await readOrder(context, orderId);
  if (read.code !== 'found') throw new Error('the order no longer exists');
  return read.view;
}

describe('the tracking number of a shipment', () => {
  it('leads to the page of its carrier in any spelling of its name, and not to that of another store', async () => {
    const other = await installContext(await world.install({ store: 1 }));
    const carrier = { feeMinor: 0, isArchived: false, phone: '' };
    const trackingUrl = 'https://express.sy/t/{tracking}';
    for (const [to, name, url] of [
      [context, 'Qadmous', trackingUrl],
      [context, 'Express', ''],
      [other, 'Speed', trackingUrl],
    ] as const) {
      const command = {
        ...carrier,
        installId: to.installId,
        carrierId: randomUUID(),
        name,
        trackingUrl: url,
      };
      expect(await saveCarrier(to, command)).toEqual({ code: 'saved', status: 200 });
    }
    const at = '2026-01-01T00:00:00Z';
    const parcels = [' QADMOUS ', 'Express', 'Speed', null, 'Qadmous'].map((provider, index) => ({
      id: `parcel ${index}`,
      provider,
      tracking_number: index === 4 ? null : `T ${index}`,
      status: 'shipped' as const,
      created_at: at,
      updated_at: at,
      lines: [],
    }));
    const urls = await context.db.transaction((tx) => findTrackingUrls(tx, context.installId, parcels));
    expect([...urls]).toEqual([['parcel 0', 'https://express.sy/t/T%200']]);
  });
});

describe('the timeline of an order', () => {
  it('shows who created it, what was requested and how each request ended, newest first', async () => {
    const created = await createOrder(context, orderCommand(context.installId));
    if (created.code !== 'succeeded') throw new Error(created.code);
    const { orderId } = created.result;
    await change(orderId, { note: 'Ring twice', tags: { add: ['vip'], remove: [] } }, { noteSeen: null });
    await move(orderId, 'delivered');
    const { events } = (await viewOf(orderId)).timeline;
    expect(events).toMatchObject([
      {
        kind: 'write',
        action: {
          kind: 'set_order_status',
          state: 'refused',
          requested: { status: 'delivered' },
          actor: 'Rima',
          refusal: { reason: 'conflict', currentStatus: 'placed' },
          requestIds: [expect.any(String)],
        },
      },
      {
        kind: 'write',
        action: {
          state: 'succeeded',
          requested: { note: true, tags: { add: ['vip'], remove: [] } },
          actor: 'Rima',
        },
      },
      { kind: 'created', source: 'app', action: { state: 'succeeded', actor: 'Rima' } },
    ]);
    // The app stores the results of operations (recorded writes). These results must not contain the text of the
    // order's note.
    const stored = await world.system('SELECT result FROM operations WHERE queue_key = $1', [
      `order ${orderId}`,
    ]);
    expect(JSON.stringify([stored, events])).not.toContain('Ring twice');
  });

  it('shows an unfinished write with what it requests', async () => {
    const orderId = await placedOrder();
    await world.sandbox.control('POST', '/faults', {
      on: 'api',
      match: 'PATCH /v1/orders/*',
      effect: 'drop_request',
    });
    const outcome = await change(orderId, { tags: { add: ['late'], remove: ['soon'] } });
    expect(outcome.code).toBe('unconfirmed');
    const [first] = (await viewOf(orderId)).timeline.events;
    expect(first?.action).toMatchObject({
      state: 'unconfirmed',
      requested: { note: false, tags: { add: ['late'], remove: ['soon'] } },
    });
  });

  it('still shows what was requested after the request bytes were emptied', async () => {
    const orderId = await placedOrder();
    await move(orderId, 'approved');
    await world.system('UPDATE operations SET request_enc = NULL WHERE queue_key = $1', [`order ${orderId}`]);
    const [first] = (await viewOf(orderId)).timeline.events;
    expect(first?.action).toMatchObject({ state: 'succeeded', requested: { status: 'approved' } });
  });

  it('shows nothing of another install', async () => {
    const orderId = await placedOrder();
    await move(orderId, 'approved');
    const other = await installContext(await world.install());
    const read = await readOrder(other, orderId);
    expect(read).toMatchObject({
      code: 'found',
      view: { timeline: { events: [{ kind: 'created', action: null }] } },
    });
  });
});

describe('U9 STA-2: a status change that the platform refused', () => {
  it('is no longer offered from that status on any order of the install, but still from other statuses', async () => {
    const fresh = await installContext(await world.install());
    const [orderId, otherId] = [await placedOrder(), await placedOrder()];
    const before = await readOrder(fresh, otherId);
    expect(before).toMatchObject({ view: { moves: { next: 'approved' } } });
    // Inserts a refused operation (a recorded write). It looks as if the platform had refused a status change
    // that the app assumes to be allowed (A3).
    await world.system(
      `INSERT INTO operations (install_id, id, kind, idempotency_key, state, ended_at, result)
       VALUES ($1, $2, 'set_order_status', $3, 'refused', now(), $4)`,
      [
        fresh.installId,
        randomUUID(),
        randomUUID(),
        JSON.stringify({
          status: 409,
          code: 'conflict',
          requested: { status: 'approved' },
          details: { fields: [], lines: [], current_status: 'placed' },
        }),
      ],
    );
    const after = await readOrder(fresh, otherId);
    expect(after).toMatchObject({
      view: {
        moves: {
          next: null,
          others: expect.arrayContaining([
            { status: 'approved', isBack: false, risk: 'refused', why: 'refused' },
          ]),
        },
      },
    });
    expect((await viewOf(orderId)).moves.next).toBe('approved');
  });
});

describe('S15 ORD-9: the url of a reference', () => {
  const reference = (url: string | null) => ({
    attributes: { reference: { kind: 'quote', number: '7', url } },
  });

  it.each([
    'http://evil.example/q',
    'https://localhost.:3999/q',
    'http://localhost:3999.evil/q',
    'https://dаftar.example/q',
    'http://user@localhost:3999/q',
    'javascript:alert(1)',
    '',
  ])('is refused before anything is recorded when it is %j', async (url) => {
    const orderId = await placedOrder();
    expect(await change(orderId, reference(url))).toEqual({
      code: 'invalid',
      status: 400,
      fields: [{ path: 'attributes.reference.url', message: expect.any(String) }],
    });
    const rows = await world.system('SELECT 1 FROM operations WHERE queue_key = $1', [`order ${orderId}`]);
    expect(rows).toEqual([]);
  });

  it('is sent as it was parsed, and may be absent', async () => {
    const orderId = await placedOrder();
    expect(await change(orderId, reference('HTTP://LOCALHOST:3999/a b'))).toMatchObject({
      code: 'succeeded',
    });
    expect((await viewOf(orderId)).order.attributes.reference).toMatchObject({
      url: 'http://localhost:3999/a%20b',
    });
    expect(await change(orderId, reference(null))).toMatchObject({ code: 'succeeded' });
    expect((await viewOf(orderId)).order.attributes.reference).toMatchObject({ url: null });
  });
});
