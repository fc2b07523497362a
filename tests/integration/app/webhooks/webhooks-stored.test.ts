import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dbPool } from '@/lib/system/db';
import { onWork } from '@/lib/system/live/notify';
import { type AppWorld, startAppWorld } from '@/tests/support/integration/app-world';
import { eventOf, signed } from '@/tests/support/webhooks/delivery';
import { receive } from '@/tests/support/webhooks/receive';
import { eventually } from '@/tests/support/stack/eventually';
import { type SubscribedInstall, subscribedInstall } from '@/tests/support/webhooks/subscribed-install';

let world: AppWorld;
let install: SubscribedInstall;

beforeAll(async () => {
  world = await startAppWorld();
  install = await subscribedInstall(world, 0);
});
afterAll(() => world.stop());

type Row = {
  kind: string | null;
  entity_id: string | null;
  movement: object | null;
  state: string;
  test: boolean;
  body: string;
  sequence: string;
  occurred_at: Date;
};

async function stored(change: Record<string, unknown>): Promise<Row | undefined> {
  const event = eventOf(install.installId, install.storeId, change);
  const answer = await receive(signed(install.installId, install.secret, event));
  expect(answer.status).toBe(200);
  const [row] = await world.system<Row>('SELECT * FROM inbox WHERE event_id = $1', [event.id]);
  expect(row?.body).toBe(JSON.stringify(event));
  return row;
}

describe('a stored event has the id of its entity', () => {
  const movement = {
    movement_id: 'mov_1',
    variant_id: 'var_1',
    location_id: 'loc_1',
    delta: -3,
    stock_after: 9,
    reason: "damage, by 'hand' \\ rain",
  };
  const { movement_id, ...stock } = movement;
  const nothing = { entity_id: null, movement: null };
  it.each<[string, string, unknown, Partial<Row>]>([
    ['an order', 'order.paid', { order_id: 'ord_1' }, { kind: 'order', entity_id: 'ord_1', movement: null }],
    [
      'a refund: its order',
      'refund.created',
      { refund: { id: 'ref_1', order_id: 'ord_2' } },
      { kind: 'order', entity_id: 'ord_2' },
    ],
    [
      'EVT-11: an order without an id: orders',
      'order.created',
      { status: 'placed' },
      { kind: 'order', ...nothing },
    ],
    ['a product', 'product.deleted', { product_id: 'prd_1' }, { kind: 'product', entity_id: 'prd_1' }],
    ['a product without an id: products', 'product.updated', {}, { kind: 'product', ...nothing }],
    ['the install', 'app.uninstalled', {}, { kind: 'install' }],
    [
      'EVT-12: a movement, with what it did',
      'inventory.movement_created',
      { ...movement, note: 'more' },
      { kind: 'movement', entity_id: movement_id, movement: stock },
    ],
    ...Object.entries({
      'without an id': { ...movement, movement_id: undefined },
      'with a delta that is no integer': { ...movement, delta: 1.5 },
      'with a stock of text': { ...movement, stock_after: '9' },
      'without a place': { ...movement, location_id: null },
      'with an id that is none': { ...movement, variant_id: 'no id' },
    }).map(([name, data]): [string, string, unknown, Partial<Row>] => [
      `EVT-12: a movement ${name}: movements`,
      'inventory.movement_created',
      data,
      { kind: 'movement', ...nothing },
    ]),
  ])('%s', async (_, topic, data, expected) => {
    const row = await stored({ topic, data });
    expect(row).toMatchObject({ state: 'stored', ...expected });
    if (topic === 'app.uninstalled') expect(row?.entity_id).toBe(install.installId);
  });

  it('EVT-1: this also holds for a test event, which is marked as a test', async () => {
    const other = await subscribedInstall(world, 1);
    await world.system('UPDATE installs SET is_development = true');
    const event = eventOf(other.installId, other.storeId, { test: true });
    expect(await receive(signed(other.installId, other.secret, event))).toEqual({
      status: 200,
      code: 'stored',
    });
    const [row] = await world.system<Row>('SELECT * FROM inbox WHERE event_id = $1', [event.id]);
    expect(row).toMatchObject({ test: true, kind: 'order', entity_id: 'ord_from_a_test', state: 'stored' });
  });

  it('EVT-10: this does not hold for an unknown topic', async () => {
    expect(await stored({ topic: 'order.teleported', data: { order_id: 'ord_1' } })).toMatchObject({
      state: 'quarantined',
      kind: null,
      entity_id: null,
    });
  });

  it('EVT-5: sequence and time are stored as signed, to the millisecond', async () => {
    const row = await stored({
      sequence: Number.MAX_SAFE_INTEGER,
      occurred_at: '2026-03-01T10:00:00.123+03:00',
    });
    expect(row?.sequence).toBe(String(Number.MAX_SAFE_INTEGER));
    expect(row?.occurred_at.toISOString()).toBe('2026-03-01T07:00:00.123Z');
  });
});

it('workers are notified after the last event of a burst, and only rarely during the burst', async () => {
  const pool = dbPool();
  const { query } = pool;
  const order: string[] = [];
  pool.query = ((...sent: unknown[]) => {
    const answer: unknown = Reflect.apply(query, pool, sent);
    const name = /'inbox'|INSERT INTO inbox/.exec(String(sent[0]))?.[0];
    if (name && answer instanceof Promise) void answer.then(() => order.push(name));
    return answer;
  }) as typeof query;
  let received = 0;
  const subscription = onWork((work) => {
    if (work === 'inbox') received++;
  });
  await subscription.ready;
  try {
    for (let burst = 0; burst < 3; burst++) {
      const from = order.length;
      const startedMs = performance.now();
      // Stores many events in a short time. The app sends at most one notification every 50 ms, so there are fewer
      // notifications than events. On a slow machine, there may be one notification for each event.
      for (let turn = 0; turn < 20; turn++)
        await Promise.all([stored({}), stored({}).then(() => stored({}))]);
      await eventually('the last event is followed by a word of it', async () => order.at(-1) === "'inbox'");
      const notified = order.slice(from).filter((name) => name === "'inbox'").length;
      // A timer may fire a millisecond early. So the test computes the maximum with an interval of 49 ms and not of 50
      // ms.
      expect(notified).toBeLessThanOrEqual((performance.now() - startedMs) / 49 + 1);
    }
    await eventually('a worker is notified', async () => received > 0);
  } finally {
    subscription.stop();
    pool.query = query;
  }
});
