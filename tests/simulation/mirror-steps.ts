import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { installClient } from '@/lib/installs/install-client.server';
import type { OrderDetail } from 'commerce-platform-client/contract/orders';
import { ensureSubscription } from '@/lib/webhooks/subscription.server';
import type { AppWorld } from '@/tests/support/integration/app-world';
import { noteFault, noteRecovery } from './mirror-chaos';
import { canary, type Dump, platformStateOf, untrueTombstones } from './mirror-oracle';
import { deliverLate, holdNext, installApp, type SimWorld } from './mirror-worlds';
import { systemQuery } from '@/tests/support/integration/when-free';

type Step = (world: SimWorld, appWorld: AppWorld) => Promise<void>;

const minuteMs = 60_000;

/** Steps in which the merchant or a customer changes something outside the app. */
const merchant: Record<string, Step> = {
  async sell(world) {
    const { products } = await platformStateOf(world);
    const variants = products
      .filter(({ status }) => status === 'active')
      .flatMap(({ variants }) => variants ?? []);
    const sellable = variants.filter(
      ({ status, available_quantity }) => status === 'active' && (available_quantity ?? 0) > 0,
    );
    if (sellable.length === 0) return;
    await world.control('POST', '/orders', {
      store_id: world.storeId,
      source: world.random.pick(['storefront', 'pos']),
      items: [{ variant_id: world.random.pick(sellable).id, quantity: 1 }],
      delivery: world.random.chance(0.5),
    });
  },
  async status(world) {
    const order = await anOrder(world);
    await setStatus(world, order);
  },
  async tags(world) {
    await setTags(world, await anOrder(world));
  },
  async note(world) {
    // Two changes in the same millisecond have the same time, so a read cannot show which one is later. The mirror
    // could then keep a wrong note, because a changed note sends no event. So the clock moves before and after the
    // change of a note.
    world.clock.advance(1);
    const { id } = await anOrder(world);
    await world.control('PATCH', `/orders/${id}`, {
      note: world.random.chance(0.2) ? null : `${canary} ${world.random.int(1, 1e6)}`,
    });
    world.clock.advance(1);
  },
  async pay(world) {
    const { id } = await anOrder(world);
    await world.control('POST', `/orders/${id}/payments`, { amount_minor: world.random.int(1, 5) * 1_000 });
  },
  async addProduct(world) {
    await world.control('POST', '/products', {
      store_id: world.storeId,
      name: `Soap ${world.random.int(1, 1e6)}`,
      variants: Array.from({ length: world.random.int(0, 3) }, (_, at) => ({
        name: `v${at}`,
        price_minor: 500,
        quantity: world.random.int(0, 40),
      })),
    });
  },
  async renameProduct(world) {
    await rename(world, await aProduct(world));
  },
  async restock(world) {
    const product = await aProduct(world);
    const variant = product?.variants?.[0];
    if (product && variant)
      await world.control('PATCH', `/products/${product.id}`, {
        variants: [{ id: variant.id, quantity: world.random.int(0, 200) }],
      });
  },
  async deleteProduct(world) {
    await remove(world, await aProduct(world));
  },
  async addDiscount(world) {
    await world.control('POST', '/discounts', {
      store_id: world.storeId,
      title: `Eid ${world.random.int(1, 1e6)}`,
      value_type: 'percent',
      percent: world.random.int(1, 50),
    });
  },
  async editStore(world) {
    await world.control('PATCH', `/stores/${world.storeId}`, { slug: `slug-${world.random.int(1, 1e6)}` });
  },
  async fulfill(world) {
    const order = await anOrder(world);
    const lines = order.items.map(({ id, quantity }) => ({ order_item_id: id, quantity }));
    const body = JSON.stringify({
      status: world.random.pick(['pending', 'shipped']),
      tracking_number: 'T1',
      lines,
    });
    await write(() => client(world).createFulfillment(randomUUID(), order.id, body));
  },
  async refund(world) {
    const { orders } = await platformStateOf(world);
    const paid = orders.filter(({ paid: { amount_minor } }) => amount_minor > 0);
    if (paid.length === 0) return;
    const { id } = world.random.pick(paid);
    const body = JSON.stringify({ amount_minor: world.random.int(1, 900), reason: 'by hand' });
    await write(() => client(world).createRefund(randomUUID(), id, body));
  },
  async moveStock(world) {
    const variant = (await aProduct(world))?.variants?.[0];
    const { stores } = await world.control<{ stores: { locations: string[] }[] }>('GET', '');
    if (!variant) return;
    const body = JSON.stringify({
      variant_id: variant.id,
      location_id: stores[0]?.locations[0],
      delta: world.random.int(1, 9),
      reason: 'correction',
    });
    await write(() => client(world).createMovement(randomUUID(), body));
  },
};

/**
 * Steps that cause faults, start sweeps (reads of whole lists) or check the mirror. In production, a schedule starts
 * the sweeps.
 */
const trouble: Record<string, Step> = {
  async apiStorm(world) {
    world.apiFaults = 0.4;
    world.stormEnds = world.random.int(1, 5);
  },
  async deliveryStorm(world) {
    world.deliveryFaults = 0.7;
    world.stormEnds = world.random.int(1, 4);
    await deliver(world);
  },
  async receiverDown(world) {
    world.receiver = world.random.pick(['refuses', 'silent']);
    world.outageEnds = world.random.int(1, 6);
  },
  async reorder(world) {
    await world.control('POST', '/faults', {
      on: 'delivery',
      effect: 'reorder',
      count: world.random.int(1, 4),
    });
    noteFault('delivery_reordered');
    await deliver(world);
  },
  async lateCopies(world) {
    await deliverLate(world);
  },
  async rotateSecret(world) {
    noteFault('secret_rotated');
    await systemQuery('UPDATE webhook_secrets SET pending_since = now() WHERE install_id = $1', [
      world.installId,
    ]);
    const [row] = await systemQuery<{ scopes: string[] }>(
      'SELECT effective_scopes AS scopes FROM installs WHERE install_id = $1',
      [world.installId],
    );
    const install = { installId: world.installId, scopes: new Set(row?.scopes) };
    await write(() => ensureSubscription(install, client(world)));
  },
  async reinstall(world, appWorld) {
    if (world.installIds.length > 2 || !world.random.chance(0.5)) return;
    const reuseId = world.random.chance(0.5);
    noteFault(reuseId ? 'installed_again' : 'installed_with_new_id');
    await world.control('DELETE', `/installs/${world.installId}`);
    if (world.random.chance(0.5)) await deliver(world);
    await installApp(appWorld, world, reuseId);
  },
  async testEvent(world) {
    const body = JSON.stringify({
      topic: world.random.pick(['order.created', 'product.deleted', 'order.paid']),
    });
    noteFault('test_event');
    await write(() => client(world).testWebhook(randomUUID(), body));
    await deliver(world);
  },
  async leasesRunOut(world) {
    noteFault('leases_run_out');
    await runOutLeases(world);
  },
  async incremental(world) {
    await requestSweeps(world, ['orders.updated', 'orders.created', 'products.updated', 'movements.updated']);
  },
  async fullSweep(world) {
    await requestSweeps(world, [
      world.random.pick(['orders.full', 'products.full', 'movements.full', 'discounts.full']),
    ]);
  },
  async sample(world) {
    await requestSweeps(world, ['orders.sample', 'products.sample']);
  },
  async audit(world) {
    const found = await untrueTombstones(world);
    if (found.length > 0) throw new Error(found.join('; '));
  },

  /** Makes two changes of one order in the same millisecond, with a read of the order between them. */
  async sameMillisecond(world) {
    const order = await anOrder(world);
    await setStatus(world, order);
    await world.sandbox.tick();
    await quiet(world, order.id);
    noteFault('same_millisecond');
    await setStatus(world, { ...order, status: '' });
    world.clock.advance(1);
    await world.sandbox.tick();
  },
  /**
   * Delays a read of an order. A later read of the same order is stored before the delayed one arrives. The two reads
   * return the same updated_at.
   */
  async overtakenRead(world) {
    const order = await anOrder(world);
    const path = `/v1/orders/${order.id}`;
    const hold = holdNext(world, 'after', (url) => url.pathname === path);
    await setStatus(world, order);
    await world.sandbox.tick();
    if (!(await within(hold.arrived, 1_500))) return drop(world, hold);
    noteFault('read_overtaken');
    await setStatus(world, { ...order, status: '' });
    world.clock.advance(1);
    const before = world.reads.get(path) ?? 0;
    await world.sandbox.tick();
    await runOutLeases(world);
    await until(() => (world.reads.get(path) ?? 0) > before, 400);
    // The platform has already sent its response to the later read of the order. The held response must arrive after the
    // app has stored the later one.
    await quiet(world, order.id);
    hold.release();
  },
  /**
   * Delays a page of the product list that contains a certain product. Then the product is deleted. The page arrives
   * only after the app has stored the deletion.
   */
  async overtakenPage(world) {
    const { products } = await platformStateOf(world);
    const product = world.random.chance(0.5) ? await aProduct(world) : products.at(-1);
    if (!product) return;
    await rename(world, product);
    const hold = holdNext(
      world,
      'after',
      (url, text) =>
        url.pathname === '/v1/products' && !url.searchParams.has('ids') && text.includes(product.id),
    );
    await requestSweeps(world, ['products.full', 'products.updated']);
    if (!(await within(hold.arrived, 1_500))) return drop(world, hold);
    noteFault('page_overtaken');
    world.clock.advance(1);
    await remove(world, product);
    world.clock.advance(1);
    await world.sandbox.tick();
    await quiet(world, product.id);
    hold.release();
  },
  /**
   * Pauses a sweep (a read of a whole list) between two pages. Meanwhile orders change, including orders on the page
   * that the sweep has already read. Sometimes the sweep stays paused during later steps.
   */
  async changedBehindPage(world) {
    const { orders } = await platformStateOf(world);
    for (const order of orders.slice(-9)) await setTags(world, order);
    const hold = holdNext(
      world,
      'before',
      (url) =>
        url.pathname === '/v1/orders' &&
        url.searchParams.has('cursor') &&
        url.searchParams.has('updated_at_min'),
    );
    await requestSweeps(world, ['orders.updated']);
    if (!(await within(hold.arrived, 1_500))) return drop(world, hold);
    noteFault('changed_behind_page');
    const [first, last] = [orders.at(-1), orders.slice(-9)[0]];
    // Changes one order on the page that was already read, and one order on a later page. The step works for lists in
    // both sort orders: oldest order first and newest order first.
    for (const order of world.random.chance(0.5) ? [first, last] : [last, first]) {
      world.clock.advance(3_000);
      if (order) await setTags(world, order);
    }
    if (world.random.chance(0.5)) world.carriedOver.push(hold);
    else hold.release();
  },
  /** Starts the check for deleted products while a sweep (a read of the whole list) has read only half of its pages. */
  async auditMidway(world) {
    const hold = holdNext(
      world,
      'before',
      (url) => url.pathname === '/v1/discounts' && url.searchParams.has('cursor'),
    );
    await requestSweeps(world, ['discounts.full']);
    if (!(await within(hold.arrived, 1_500))) return drop(world, hold);
    try {
      await trouble.audit?.(world, undefined as never);
    } finally {
      hold.release();
    }
  },
};

/** Default weight of each step when the simulation chooses a random step. */
const weights: Record<string, number> = {
  sell: 6,
  status: 5,
  tags: 4,
  note: 2,
  pay: 3,
  fulfill: 2,
  refund: 2,
  addProduct: 2,
  renameProduct: 3,
  restock: 3,
  deleteProduct: 2,
  moveStock: 2,
  addDiscount: 1,
  editStore: 1,
  deliver: 12,
  apiStorm: 3,
  deliveryStorm: 4,
  receiverDown: 2,
  reorder: 2,
  lateCopies: 2,
  rotateSecret: 1,
  reinstall: 2,
  testEvent: 1,
  leasesRunOut: 1,
  incremental: 4,
  fullSweep: 1,
  sample: 0.5,
  audit: 1,
  sameMillisecond: 1,
  overtakenRead: 1,
  overtakenPage: 1,
  changedBehindPage: 1,
  auditMidway: 0.5,
};
const steps: Record<string, Step> = { ...merchant, ...trouble, deliver };

/**
 * Runs one random step of a world (a platform with one store). The seed of the world decides which step. `focus`
 * overrides the weights of some steps.
 */
export async function takeStep(
  world: SimWorld,
  appWorld: AppWorld,
  focus: Record<string, number> = {},
): Promise<void> {
  for (const hold of world.carriedOver.splice(0)) hold.release();
  if (--world.stormEnds <= 0) Object.assign(world, { apiFaults: 0, deliveryFaults: 0 });
  if (--world.outageEnds <= 0) world.receiver = 'up';
  const choices = Object.entries({ ...weights, ...focus }).map(([name, weight]) => [weight, name] as const);
  await steps[world.random.weighted(choices)]?.(world, appWorld);
}

/**
 * Lets more than a day pass. In most worlds the webhook receiver is down during this time. So the platform gives up
 * deliveries and disables the subscription.
 */
export async function longNight(world: SimWorld, pass: (ms: number) => Promise<void>): Promise<void> {
  const isDown = world.random.chance(0.6);
  if (isDown) {
    world.receiver = world.random.pick(['refuses', 'silent']);
    world.outageEnds = 1;
    noteFault('outage_of_a_day');
  }
  for (const hours of [12.5, 12.5, 3.5]) {
    for (let change = 0; change < 2; change++) {
      const name = world.random.pick(['sell', 'status', 'tags', 'renameProduct', 'restock', 'deleteProduct']);
      await merchant[name]?.(world, undefined as never);
    }
    await world.sandbox.tick();
    await pass(hours * 60 * minuteMs);
    await world.sandbox.tick();
  }
}

async function deliver(world: SimWorld): Promise<void> {
  world.clock.advance(1);
  await world.sandbox.tick();
}

const client = (world: SimWorld) => installClient(world.installId, 'person');

/** Runs a write. If the network or the platform refuses the write, the error is ignored. Other errors are thrown. */
async function write(call: () => Promise<unknown>): Promise<void> {
  await call().catch((error: unknown) => {
    if (!(error instanceof Error && /^(PlatformError|ReconnectRequired)$/.test(error.name))) throw error;
  });
}

async function anOrder(world: SimWorld): Promise<OrderDetail> {
  const { orders } = await platformStateOf(world);
  // Chooses one of the four newest orders in most cases, because new orders change most in real stores.
  return world.random.pick(world.random.chance(0.6) ? orders.slice(-4) : orders);
}

async function aProduct(world: SimWorld): Promise<Dump['products'][number] | undefined> {
  const { products } = await platformStateOf(world);
  return products.length === 0 ? undefined : world.random.pick(products);
}

async function setStatus(world: SimWorld, order: { id: string; status: string }): Promise<void> {
  const statuses = ['approved', 'processing', 'shipped', 'delivered'].filter(
    (status) => status !== order.status,
  );
  await world.control('PATCH', `/orders/${order.id}`, { status: world.random.pick(statuses) });
}

async function setTags(world: SimWorld, { id }: { id: string }): Promise<void> {
  await world.control('PATCH', `/orders/${id}`, { tags: [`t${world.random.int(1, 1e6)}`, 'Gift'] });
}

async function rename(world: SimWorld, product: { id: string } | undefined): Promise<void> {
  if (product)
    await world.control('PATCH', `/products/${product.id}`, { name: `Oil ${world.random.int(1, 1e6)}` });
}

async function remove(world: SimWorld, product: { id: string } | undefined): Promise<void> {
  if (!product) return;
  await world.control('DELETE', `/products/${product.id}`);
  world.deletedAt.set(product.id, world.clock.now());
}

/** Makes the named sweeps (reads of whole lists) of a world's install due now. */
export async function requestSweeps(world: SimWorld, names: string[]): Promise<void> {
  // Updates the rows of the sweeps one after another. A single statement for all rows could deadlock with a worker that
  // locks one row and waits for another.
  for (const name of names)
    await systemQuery(
      `UPDATE sweeps SET requested_at = now(), due_at = now() WHERE install_id = $1 AND resource || '.' || kind = $2`,
      [world.installId, name],
    );
  await systemQuery(`SELECT pg_notify('daftar_work', 'sweeps')`, []);
}

async function runOutLeases(world: SimWorld): Promise<void> {
  // The rows are locked in the same order as by the app (lockMarks, saveProgress), because any other order could cause a
  // deadlock with a worker.
  const marks = await systemQuery(
    `UPDATE dirty_marks d SET lease_until = now() - interval '1 ms', next_attempt_at = least(next_attempt_at, now())
     FROM (
       SELECT kind, entity_id FROM dirty_marks WHERE install_id = $1 AND lease_until > now()
       ORDER BY kind, entity_id FOR UPDATE
     ) leased WHERE d.install_id = $1 AND (d.kind, d.entity_id) = (leased.kind, leased.entity_id) RETURNING 1`,
    [world.installId],
  );
  const sweeps = await systemQuery(
    `UPDATE sweeps s SET lease_until = now() - interval '1 ms' FROM (
       SELECT resource, kind FROM sweeps WHERE install_id = $1 AND lease_until > now() ORDER BY resource, kind FOR UPDATE
     ) leased WHERE s.install_id = $1 AND (s.resource, s.kind) = (leased.resource, leased.kind) RETURNING 1`,
    [world.installId],
  );
  if (marks.length > 0) noteRecovery('lease_of_mark_taken_over');
  if (sweeps.length > 0) noteRecovery('lease_of_sweep_taken_over');
  await systemQuery(
    `SELECT pg_notify('daftar_work', work) FROM unnest(ARRAY['marks', 'sweeps', 'inbox']) work`,
    [],
  );
}

/**
 * Waits until the entity has neither an unapplied event in the inbox nor a dirty mark (request to read it). Gives up
 * after 20 polls.
 */
async function quiet(world: SimWorld, entityId: string): Promise<void> {
  for (let turn = 0; turn < 20; turn++) {
    const rows = await systemQuery(
      `SELECT 1 FROM dirty_marks WHERE install_id = $1 AND entity_id = $2
       UNION ALL SELECT 1 FROM inbox WHERE install_id = $1 AND entity_id = $2 AND state = 'stored'`,
      [world.installId, entityId],
    );
    if (rows.length === 0) return;
    await sleep(20);
  }
}

async function until(probe: () => boolean, ms: number): Promise<void> {
  for (let waited = 0; waited < ms && !probe(); waited += 10) await sleep(10);
}

async function within(event: Promise<void>, ms: number): Promise<boolean> {
  const gone = new AbortController();
  const timeout = sleep(ms, false, { signal: gone.signal }).catch(() => false);
  const came = await Promise.race([event.then(() => true), timeout]);
  gone.abort();
  return came;
}

/** Removes the delay that `holdNext` has set. If no request matched the delay, the delay still exists at this point. */
function drop(world: SimWorld, hold: { release: () => void }): void {
  world.hold = null;
  hold.release();
}
