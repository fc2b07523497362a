import { deliveryRetryMinutes } from 'commerce-platform-client/assumptions';
import { OrderReference } from 'commerce-platform-client/contract/orders';
import { isSuccess } from '@/sandbox/domain/deliveries';
import { installsOf } from '@/sandbox/domain/installs';
import { subscriptionOf } from '@/sandbox/domain/webhooks';
import type { LoggedCall } from '@/sandbox/portal/call-log';
import type { DeliveryRecord, InstallRecord, OrderRecord, StoreRecord } from '@/sandbox/world/records';
import { positionOf } from '@/sandbox/world/table';
import type { World } from '@/sandbox/world/world';
import { type GoalName, goalsOf, goalsOfHost, type StopName } from './stops';
import type { AppState } from './tour-host';

/**
 * What the sandbox has recorded about the tour of one store, and what the host of the tour says about the app. The tour
 * page shows only these facts.
 */
export type Seen = {
  world: World;
  store: StoreRecord;
  /** The newest install of the store, even if it was uninstalled. Undefined if the store never had the app. */
  install: InstallRecord | undefined;
  /** The calls of the newest install since the start of the sandbox, newest first. */
  calls: LoggedCall[];
  /** The path of the API, such as /v1. */
  api: string;
  /**
   * What the app has of the install. `killedPid` is the process id of the app that the tour killed last; null if it
   * killed none. Null if the tour has no host (TourHost).
   */
  app: (AppState & { killedPid: number | null }) | null;
};

/**
 * A goal that the tour checks at a stop (one step of the guided tour). If the goal is reached, `proof` lists the ids,
 * numbers and states in the sandbox's data that show this. If the goal is not reached yet, `proof` is null.
 */
export type Goal = { name: GoalName; proof: string | null };

/** A record of the platform or of the app as the tour shows it: the name of its table, and its values as text. */
export type Row = { table: string; values: string };

/**
 * Returns what the sandbox has recorded about the store and its newest install, without the state of the app. `calls` is
 * newest first.
 */
export function look(world: World, store: StoreRecord, calls: LoggedCall[], api: string): Seen {
  const install = installsOf(world, store.id)
    .toSorted((one, other) => one.installed_at.localeCompare(other.installed_at))
    .at(-1);
  const own = install ? calls.filter((call) => call.install_id === install.id) : [];
  return { world, store, install, calls: own, api, app: null };
}

/** Returns the orders of the store since the app was installed, from any source, oldest first. */
function ordersSince({ world, store, install }: Seen): OrderRecord[] {
  if (!install) return [];
  const rows = world.orders.inStore(store.id);
  const from = positionOf(rows, { created_at: install.installed_at, id: '' });
  return Array.from({ length: rows.length - from }, (_, index) => rows.at(from + index)).filter(
    (row) => row !== undefined,
  );
}

/** Returns the orders that the app created since it was installed, oldest first. */
export function ordersOfApp(seen: Seen): OrderRecord[] {
  return ordersSince(seen).filter(({ source }) => source === 'app');
}

/** Returns the webhook deliveries to the install, oldest first. */
export function deliveriesOf({ world, install }: Seen): DeliveryRecord[] {
  return install ? world.deliveries.values().filter((row) => row.install_id === install.id) : [];
}

/**
 * Checks the goals of a stop (one step of the guided tour). A goal counts as reached only if the sandbox's own data, its
 * log of calls or the host of the tour shows it. Without a host, the goals that need one are left out.
 */
export async function readGoals(stop: StopName, seen: Seen): Promise<Goal[]> {
  const proofs: Partial<Record<GoalName, string | null>> = await proofsOf(stop, seen);
  const names: readonly GoalName[] = goalsOf[stop];
  return names
    .filter((name) => seen.app !== null || !goalsOfHost.includes(name))
    .map((name) => ({ name, proof: proofs[name] ?? null }));
}

async function proofsOf(stop: StopName, seen: Seen): Promise<Partial<Record<GoalName, string | null>>> {
  switch (stop) {
    case 'install':
      return installed(seen);
    case 'price':
      return agreed(seen);
    case 'answer':
      return resent(seen);
    case 'webhook':
      return found(seen);
    case 'tabs':
      return noted(seen);
    case 'quote':
      return accepted(seen);
    case 'uninstall':
      return uninstalled(seen);
  }
}

function installed({ world, install }: Seen) {
  if (install?.status !== 'active') return {};
  const families = liveFamilies(world, install.id);
  const subscription = subscriptionOf(world, install.id);
  return {
    granted: install.id,
    tokens: families[0] ?? null,
    subscribed: subscription?.status === 'active' ? subscription.subscription_id : null,
  };
}

function agreed(seen: Seen) {
  const order = ordersOfApp(seen).findLast((row) => agreedLines(seen, row).length > 0);
  const line = order && agreedLines(seen, order)[0];
  if (!line) return {};
  return { agreed: `#${order.order_number}: ${line.values}`, announced: deliveredOf(seen, order) };
}

/** Returns the order lines whose price differs from the price in the catalogue. */
function agreedLines({ world, store }: Seen, order: OrderRecord): Row[] {
  if (order.currency !== store.currency) return [];
  const variants = new Map(
    world.products.inStore(store.id).flatMap(({ variants: rows }) => rows.map((row) => [row.id, row])),
  );
  return order.items.flatMap((line) => {
    const price = variants.get(line.variant_id ?? '')?.price_minor;
    return price === undefined || price === line.unit_price_minor
      ? []
      : [{ table: 'order_items', values: `${line.unit_price_minor} ≠ ${price}` }];
  });
}

/**
 * Returns a description of the delivery that announced a new order to the install. Returns null if the app did not
 * respond to it with 2xx.
 */
function deliveredOf(seen: Seen, order: OrderRecord): string | null {
  const row = announcementsOf(seen).find((delivery) => orderIn(seen, delivery) === order.id);
  const status = row?.attempts.at(-1)?.status ?? null;
  return row?.status === 'delivered' && isSuccess(status) ? `${row.topic} → ${status}` : null;
}

const announcementsOf = (seen: Seen) => deliveriesOf(seen).filter(({ topic }) => topic === 'order.created');

function orderIn({ world }: Seen, delivery: DeliveryRecord): unknown {
  return world.events.get(delivery.event_id)?.data.order_id;
}

function resent(seen: Seen) {
  const { calls, api, world, app } = seen;
  const creations = calls.filter(({ method, path }) => method === 'POST' && path === `${api}/orders`);
  const lost = creations.find(({ fault }) => fault === 'drop_response');
  const key = lost?.idempotency_key;
  if (!key) return {};
  const killedPid = app?.killedPid ?? null;
  const pid = app?.pid ?? null;
  const confirmed = app?.operations.find((row) => row.key === key && row.state === 'succeeded');
  const again = creations.find(
    (call) => call.number > lost.number && call.idempotency_key === key && isSuccess(call.status),
  );
  const effects = world.effects
    .values()
    .filter((row) => row.kind === 'order.created' && row.idempotency_key === key);
  return {
    lost: key,
    killed: killedPid === null ? null : `SIGKILL, pid ${killedPid}`,
    restarted: killedPid === null || pid === null || pid === killedPid ? null : `pid ${killedPid} → ${pid}`,
    confirmed: confirmed ? `${confirmed.kind}: ${confirmed.state}` : null,
    resent: again ? `${again.status}, ${key}` : null,
    once: again && effects.length === 1 ? `1 × order.created ${effects[0]?.entity_id}` : null,
  };
}

/** Number of times that the platform tries to deliver an event before it gives up. */
export const attemptsMax = deliveryRetryMinutes.length + 1;

/**
 * Time in milliseconds that covers all delivery attempts of an event: from the first attempt until a minute after the
 * last.
 */
export const retriesMs =
  (deliveryRetryMinutes.reduce<number>((sum, minutes) => sum + minutes, 0) + 1) * 60_000;

async function found(seen: Seen) {
  const dead = announcementsOf(seen).findLast(({ status }) => status === 'dead');
  const order = dead && seen.world.orders.get(String(orderIn(seen, dead)));
  if (!order) return {};
  const undelivered = `#${order.order_number}: order.created, ${dead.attempts.length} × –`;
  const lostAt = dead.attempts.at(-1)?.at ?? '';
  for (const call of seen.calls.toReversed()) {
    const isRead = call.method === 'GET' && call.path.startsWith(`${seen.api}/orders`) && call.status === 200;
    if (isRead && call.at >= lostAt && (await call.answer).includes(`"${order.id}"`))
      return { undelivered, found: `GET ${call.path}` };
  }
  return { undelivered };
}

function noted(seen: Seen) {
  const { world, install } = seen;
  const order = ordersOfApp(seen).at(-1);
  const name = install && world.apps.get(install.app_id)?.name;
  const notes = order?.timeline.filter(({ kind, by }) => kind === 'note' && by === name).length ?? 0;
  return {
    noted: order && notes > 0 ? `#${order.order_number}` : null,
    decided: order && notes > 1 ? `#${order.order_number}: ${notes} × note` : null,
  };
}

function accepted(seen: Seen) {
  const order = ordersOfApp(seen).findLast((row) => quoteNumber(seen, row) !== null);
  if (!order) return {};
  return {
    accepted: `${quoteNumber(seen, order)} → #${order.order_number}`,
    announcedQuote: deliveredOf(seen, order),
  };
}

/** Returns the number of the quote from which the app created an order; null if it was created without a quote. */
function quoteNumber({ install }: Seen, order: OrderRecord): string | null {
  return quoteNumberOf(order.attributes[install?.app_id ?? '']?.reference);
}

/**
 * Returns the number of a quote, such as Q-1042, from the `reference` of an order. Returns null if the reference does
 * not belong to a quote. Only the format of the number shows this. The kind of the reference does not, because it is a
 * word in the language of the store.
 */
export function quoteNumberOf(value: unknown): string | null {
  const reference = OrderReference.safeParse(value);
  return reference.success && /^Q-\d+$/.test(reference.data.number) ? reference.data.number : null;
}

function uninstalled(seen: Seen) {
  const { world, install } = seen;
  if (install?.status !== 'revoked') return {};
  const last = deliveriesOf(seen).findLast(({ topic }) => topic === 'app.uninstalled');
  return {
    revoked: liveFamilies(world, install.id).length === 0 ? install.id : null,
    told: last?.status === 'delivered' ? `app.uninstalled → ${last.attempts.at(-1)?.status}` : null,
  };
}

/** Returns the ids of the install's token families that are not revoked. */
function liveFamilies(world: World, installId: string): string[] {
  return world.tokenFamilies
    .values()
    .filter((row) => row.install_id === installId && !row.revoked)
    .map(({ id }) => id);
}

/**
 * Returns the platform's records that the page of a stop shows. A stop is one step of the guided tour. At most ten
 * records are returned; orders are returned newest first.
 */
export function rowsOf(stop: StopName, seen: Seen): Row[] {
  const { world, install } = seen;
  if (!install) return [];
  if (stop === 'install' || stop === 'uninstall') {
    const subscription = world.subscriptions.get(install.id);
    return [
      { table: 'installs', values: `${install.id} ${install.status}` },
      ...world.tokenFamilies
        .values()
        .filter((row) => row.install_id === install.id)
        .map((row) => ({
          table: 'token_families',
          values: `${row.id} ${row.revoked ? 'revoked' : 'active'}`,
        })),
      ...(subscription
        ? [{ table: 'subscriptions', values: `${subscription.subscription_id} ${subscription.status}` }]
        : []),
    ].slice(0, rowsMax);
  }
  const orders = stop === 'webhook' ? ordersSince(seen) : ordersOfApp(seen);
  return orders
    .toReversed()
    .flatMap((order) => orderRows(stop, seen, order))
    .slice(0, rowsMax);
}

const rowsMax = 10;

type AppTable = 'installs' | 'operations' | 'inbox' | 'dirty_marks' | 'orders';

const appTablesOf: Record<StopName, AppTable[]> = {
  install: ['installs', 'operations', 'inbox'],
  price: ['operations', 'orders'],
  answer: ['operations', 'orders'],
  webhook: ['inbox', 'dirty_marks', 'orders'],
  tabs: ['operations', 'inbox', 'dirty_marks'],
  quote: ['operations', 'inbox', 'orders'],
  uninstall: ['installs', 'inbox'],
};

/** Returns the app's rows that the page of a stop shows. Returns null if the tour has no host (TourHost). */
export function appRowsOf(stop: StopName, { app }: Seen): Row[] | null {
  if (!app) return null;
  const values: Record<AppTable, string[]> = {
    installs: app.status === null ? [] : [app.status],
    operations: app.operations.map(({ kind, state, attempts, lease, key }) =>
      words([kind, state, `× ${attempts}`, lease && `lease ${lease}`, key]),
    ),
    inbox: app.inbox.map(({ topic, state, entity }) => words([topic, state, entity])),
    dirty_marks: app.marks.map(({ kind, entity, attempts }) => words([kind, entity, `× ${attempts}`])),
    orders: app.orders.map(({ id, number, status, fence }) =>
      words([`#${number}`, status, `fence ${fence}`, id]),
    ),
  };
  return appTablesOf[stop].flatMap((table) => values[table].map((text) => ({ table, values: text })));
}

const words = (parts: (string | null)[]) => parts.filter((part) => part !== null).join(' ');

function orderRows(stop: StopName, seen: Seen, order: OrderRecord): Row[] {
  const head = { table: 'orders', values: `#${order.order_number} ${order.source} ${order.status}` };
  switch (stop) {
    case 'price':
      return [
        head,
        ...order.items.map(({ name, quantity, unit_price_minor: price }) => ({
          table: 'order_items',
          values: `${quantity} × ${price}  ${name}`,
        })),
      ];
    case 'answer':
      return [
        head,
        ...seen.world.effects
          .values()
          .filter((row) => row.entity_id === order.id && row.kind === 'order.created')
          .map((row) => ({ table: 'effects', values: `${row.kind} ${row.idempotency_key}` })),
      ];
    case 'tabs':
      return [{ ...head, values: `${head.values} note: ${order.note ?? '–'}` }];
    case 'quote':
      return [{ ...head, values: `${head.values} ${quoteNumber(seen, order) ?? ''}`.trim() }];
    default:
      return [head];
  }
}
