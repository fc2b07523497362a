import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { installClient } from '@/lib/installs/install-client.server';
import { openDetail } from '@/lib/mirror/orders/order-mirror.server';
import { findMirroredProducts } from '@/lib/mirror/products/product-mirror.server';
import { Discount } from 'commerce-platform-client/contract/discounts';
import { Movement } from 'commerce-platform-client/contract/inventory';
import { Order, OrderDetail } from 'commerce-platform-client/contract/orders';
import { Product } from 'commerce-platform-client/contract/products';
import { Store } from 'commerce-platform-client/contract/store';
import { tenantDb } from '@/lib/system/db';
import type { SimWorld } from './mirror-worlds';
import { systemQuery } from '@/tests/support/integration/when-free';

const Dump = z.object({
  orders: z.array(OrderDetail),
  products: z.array(Product),
  movements: z.array(Movement),
  discounts: z.array(Discount),
});
export type Dump = z.infer<typeof Dump>;

/** Returns all data that the sandbox has of the store of a simulated world. Each world has one store. */
export function platformStateOf(world: SimWorld): Promise<Dump> {
  return world.control<Dump>('GET', `/dump?store_id=${world.storeId}`);
}

/**
 * How much of the platform's data the mirror (the app's copy) must contain at a certain time:
 * - `notified`: every change that a webhook event reported.
 * - `incremental`: also every change that a read of recent changes finds.
 * - `full`: everything, because all lists have been read completely.
 */
export type Stage = 'notified' | 'incremental' | 'full';

type Mirror = Awaited<ReturnType<typeof readMirror>>;

async function readMirror({ installId }: SimWorld) {
  return tenantDb(installId).transaction(async (tx) => {
    const where = { installId };
    const orders = await tx.mirrorOrder.findMany({ where });
    const productRows = await tx.mirrorProduct.findMany({ where, select: { id: true, deletedAt: true } });
    const products = await findMirroredProducts(
      tx,
      installId,
      productRows.map(({ id }) => id),
    );
    const movements = await tx.mirrorMovement.findMany({ where });
    const discounts = await tx.mirrorDiscount.findMany({ where });
    const store = await tx.mirrorStore.findUnique({ where });
    const tags = await tx.orderTag.findMany({ where });
    const marks = await tx.dirtyMark.count({ where });
    return { orders, productRows, products, movements, discounts, store, tags, marks };
  });
}

/**
 * Returns the differences between the mirror of a world (a simulated store) and the platform; empty if there
 * are none.
 */
export async function differences(world: SimWorld, stage: Stage): Promise<string[]> {
  // The test parses the sandbox's dump with the same contract as the responses that the app receives. So the data of
  // mirror and platform have the same fields.
  const platformState = Dump.parse(await platformStateOf(world));
  const mirror = await readMirror(world);
  const found = [
    ...ofOrders(world, stage, platformState, mirror),
    ...ofProducts(world, stage, platformState, mirror),
  ];
  if (mirror.marks > 0) found.push(`${mirror.marks} marks are left`);
  if (stage === 'notified') return found;
  found.push(...ofMovements(stage, platformState, mirror), ...ofDiscounts(platformState, mirror));
  const { body } = await installClient(world.installId, 'person').getStore();
  if (!same(Store.parse(mirror.store?.document), body.data)) found.push('the store differs');
  return found;
}

/** Returns true if the app accepted an event about the entity after the last change of the entity. */
const isNotified = (world: SimWorld, id: string, changedAt: string | number | null | undefined) =>
  (world.notifiedAt.get(id) ?? 0) > (typeof changedAt === 'number' ? changedAt : Date.parse(changedAt ?? ''));

function ofOrders(world: SimWorld, stage: Stage, { orders }: Dump, mirror: Mirror): string[] {
  const mirrored = new Map(mirror.orders.map((row) => [row.id, row]));
  const known = new Set(orders.map(({ id }) => id as string));
  const extra = mirror.orders.filter(({ id, deletedAt }) => !deletedAt && !known.has(id));
  return [
    ...extra.map(({ id }) => `order ${id} is not the platform's`),
    ...orders.flatMap((order) => {
      if (stage === 'notified' && !isNotified(world, order.id, order.updated_at)) return [];
      const row = mirrored.get(order.id);
      if (!row) return [`order ${order.id} is missing`];
      if (row.deletedAt) return [`order ${order.id} has a tombstone`];
      if (!row.detail) return [`order ${order.id} has no detail`];
      const { customer: _c, shipping_address: _a, ...expected } = order;
      const header = Order.parse(row.header);
      const was = { ...header, ...openDetail(row) };
      const columns = [
        row.status,
        row.paymentStatus,
        Number(row.totalMinor),
        row.tags,
        row.updatedAt.getTime(),
      ];
      const { status, payment_status, total, tags, updated_at } = expected;
      const wanted = [status, payment_status, total.amount_minor, tags, Date.parse(updated_at)];
      const tagged = mirror.tags.filter(({ orderId }) => orderId === order.id).length;
      return [
        ...fields(`order ${order.id}`, was, expected),
        ...(same(columns, wanted) ? [] : [`order ${order.id} has other columns: ${JSON.stringify(columns)}`]),
        ...(tagged === tags.length ? [] : [`order ${order.id} has ${tagged} tags in its index`]),
      ];
    }),
  ];
}

function ofProducts(world: SimWorld, stage: Stage, { products }: Dump, mirror: Mirror): string[] {
  const known = new Set(products.map(({ id }) => id as string));
  const ghosts = mirror.productRows.filter(({ id, deletedAt }) => {
    if (deletedAt || known.has(id)) return false;
    // No event reported that the product was deleted. So only a full sweep (a read of the whole list) can find the
    // deletion. Until the next full sweep, the row of the product may still be in the mirror.
    return stage === 'full' || isNotified(world, id, world.deletedAt.get(id) ?? 0);
  });
  return [
    ...ghosts.map(({ id }) => `product ${id} was deleted`),
    ...products.flatMap((product) => {
      if (stage === 'notified' && !isNotified(world, product.id, product.updated_at)) return [];
      const row = mirror.products.get(product.id);
      return row ? fields(`product ${product.id}`, row, product) : [`product ${product.id} is missing`];
    }),
  ];
}

function ofMovements(stage: Stage, { movements }: Dump, mirror: Mirror): string[] {
  const mirrored = new Map(
    mirror.movements.map((row) => [
      row.id,
      {
        id: row.id,
        sequence: row.sequence === null ? null : Number(row.sequence),
        variant_id: row.variantId,
        location_id: row.locationId,
        delta: Number(row.delta),
        stock_after: Number(row.stockAfter),
        reason: row.reason,
        occurred_at: row.occurredAt.toISOString(),
      },
    ]),
  );
  const known = new Set(movements.map(({ id }) => id));
  const extra = [...mirrored.values()].filter(
    ({ id, sequence }) => !known.has(id) && (stage === 'full' || sequence !== null),
  );
  return [
    ...extra.map(({ id }) => `movement ${id} is not the platform's`),
    ...movements.flatMap((movement) => {
      const row = mirrored.get(movement.id);
      return row ? fields(`movement ${movement.id}`, row, movement) : [`movement ${movement.id} is missing`];
    }),
  ];
}

function ofDiscounts({ discounts }: Dump, mirror: Mirror): string[] {
  const mirrored = new Map(mirror.discounts.map((row) => [row.id, row]));
  const missing = discounts.filter(({ id }) => {
    const row = mirrored.get(id);
    return !row || row.deletedAt;
  });
  return [
    ...missing.map(({ id }) => `discount ${id} is missing`),
    ...discounts.flatMap((discount) => {
      const row = mirrored.get(discount.id);
      return row ? fields(`discount ${discount.id}`, Discount.parse(row.document), discount) : [];
    }),
  ];
}

function fields(what: string, was: object, expected: object): string[] {
  const actual: Record<string, unknown> = { ...was };
  const wanted: Record<string, unknown> = { ...expected };
  return [...new Set([...Object.keys(actual), ...Object.keys(wanted)])]
    .filter((name) => !same(actual[name], wanted[name]))
    .map(
      (name) => `${what}: ${name} is ${JSON.stringify(actual[name])}, not ${JSON.stringify(wanted[name])}`,
    );
}

/** Returns true if two values have the same JSON. undefined counts as equal to null. */
const same = (a: unknown, b: unknown) => isDeepStrictEqual(plain(a), plain(b));
const plain = (value: unknown): unknown => (value === undefined ? null : JSON.parse(JSON.stringify(value)));

/**
 * Returns the tombstones (records of a deletion) in the mirror for entities that still exist on the platform. The
 * result must be empty, because the platform never uses the id of a deleted entity again.
 */
export async function untrueTombstones(world: SimWorld): Promise<string[]> {
  const dump = await world.control<Record<'orders' | 'products' | 'discounts', { id: string }[]>>(
    'GET',
    `/dump?store_id=${world.storeId}`,
  );
  return tenantDb(world.installId).transaction(async (tx) => {
    const found: string[] = [];
    for (const name of ['orders', 'products', 'discounts'] as const) {
      const where = {
        installId: world.installId,
        id: { in: dump[name].map(({ id }) => id) },
        deletedAt: { not: null },
      };
      const rows =
        name === 'orders'
          ? await tx.mirrorOrder.findMany({ where, select: { id: true } })
          : name === 'products'
            ? await tx.mirrorProduct.findMany({ where, select: { id: true } })
            : await tx.mirrorDiscount.findMany({ where, select: { id: true } });
      found.push(...rows.map(({ id }) => `${name}: ${id} has a tombstone though it is there`));
    }
    return found;
  });
}

/**
 * Compares the inbox (the stored webhook deliveries) of a world with the webhook events to which the app
 * responded with 2xx. Returns the differences.
 */
export async function inboxFaults(world: SimWorld): Promise<string[]> {
  const rows = await systemQuery<{
    install_id: string;
    event_id: string;
    signed_id: string;
    state: string;
    test: boolean;
  }>(
    // The purge of an uninstalled store deletes the bodies of its events. For such a store, only the event ids can be
    // compared.
    `SELECT install_id, event_id, coalesce(coalesce(b.body, i.body)::jsonb->>'id', event_id) AS signed_id, state, test
     FROM inbox i LEFT JOIN inbox_bodies b USING (install_id, event_id) WHERE install_id = ANY($1)`,
    [world.installIds],
  );
  const found: string[] = [];
  for (const [installId, ids] of world.accepted) {
    const stored = rows.filter((row) => row.install_id === installId);
    for (const id of ids) {
      const count = stored.filter(({ signed_id }) => signed_id === id).length;
      if (count !== 1) found.push(`event ${id} is in the inbox ${count} times`);
    }
    if (stored.some(({ event_id }) => !ids.has(event_id)))
      found.push('an event is held that nobody accepted');
  }
  for (const { install_id, event_id, state, test } of rows) {
    if (test !== (state === 'ignored') && test) found.push(`test event ${event_id} is ${state}`);
    if (install_id === world.installId && !['settled', 'ignored'].includes(state))
      found.push(`event ${event_id} is ${state}, of ${world.installIds.length} installs`);
  }
  return found;
}

/** Returns the names of the mirror tables that contain personal data of customers. The result must be empty. */
export async function personalData(world: SimWorld): Promise<string[]> {
  const found: string[] = [];
  for (const table of ['orders', 'order_tags', 'products', 'variants', 'movements', 'discounts', 'drifts']) {
    const rows = await tenantDb(world.installId).transaction((tx) =>
      tx.$queryRawUnsafe<object[]>(
        `SELECT 1 FROM ${table} t WHERE t.install_id = $1 AND t::text LIKE ANY($2)`,
        world.installId,
        ['%الأتاسي%', '%963933445566%', `%${canary}%`],
      ),
    );
    if (rows.length > 0) found.push(`${table} holds personal data`);
  }
  return found;
}

/**
 * Text that the simulation writes into order notes, in place of the customer names that merchants write there. The
 * mirror must never contain this text.
 */
export const canary = 'Umm Khalil of the third floor';
