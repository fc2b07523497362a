import 'server-only';
import { noteDetailDrift, noteProductDrift, noteUnlisted } from '@/lib/mirror/sweeps/drift.server';
import { markProductsDirty } from '@/lib/mirror/dirty/mark-dirty.server';
import { writeOrderDetail, buryOrder } from '@/lib/mirror/orders/order-mirror.server';
import { withVariantsToRead, writeProducts } from '@/lib/mirror/products/product-mirror.server';
import { unlessGone } from '@/lib/mirror/dirty/read-dirty.server';
import { saveProgress, type SweepRun } from '@/lib/mirror/sweeps/sweep-queue.server';
import type { PlatformClient } from 'commerce-platform-client/client';
import { type InstallId, OrderId, ProductId } from 'commerce-platform-client/contract/ids';
import { nextFence, tenantDb, type Tx } from '@/lib/system/db';

/**
 * Number of orders that are compared with the platform per day, so 140 in a week. If one order in a hundred differs
 * from the platform, the comparisons of a week find at least one difference with a probability of 75 %.
 */
const ordersPerRun = 20;
const ordersPerStep = 5;
/**
 * Time after which a step starts no further read. The step must end while its claim on the sweep (a repeated read of
 * platform data) is valid.
 */
const stepMs = 20_000;
const productsPerRun = 100;

/**
 * Reads some random orders of the mirror (our copy of the platform's data) by GET /orders/{id} and compares each field
 * with the mirror. Differences are recorded, and the mirror is corrected.
 */
export async function compareOrders(run: SweepRun, platform: PlatformClient): Promise<void> {
  const { installId } = run;
  const db = tenantDb(installId);
  const ids = await db.transaction((tx) => someOrders(tx, run));
  let compared = run.fetched;
  const untilMs = performance.now() + stepMs;
  for (const id of ids) {
    if (performance.now() > untilMs) break;
    const fence = await db.transaction(nextFence);
    const order = await unlessGone(platform.getOrder(id));
    await db.transaction(async (tx) => {
      await noteDetailDrift(tx, run, id, order);
      if (order) await writeOrderDetail(tx, installId, order, { fence, byEvent: false });
      else await buryOrder(tx, installId, id, { fence });
    });
    compared += 1;
  }
  await db.transaction((tx) =>
    saveProgress(tx, run, {
      cursor: ids.length > 0 && compared < ordersPerRun ? String(compared) : null,
      fetched: compared - run.fetched,
    }),
  );
}

/**
 * Compares some products of the mirror with one list request. A product that the list does not return gets a dirty mark
 * (a row for data that must be read). Only a 404 for the product itself proves its deletion. If every row of the list
 * could be parsed, the missing product is also recorded as drift (a difference that a sweep found). If not, a row that
 * could not be parsed may be the missing product.
 */
export async function compareProducts(run: SweepRun, platform: PlatformClient): Promise<void> {
  const { installId } = run;
  const db = tenantDb(installId);
  const { ids, fence } = await db.transaction(async (tx) => ({
    ids: await someProducts(tx, run),
    fence: await nextFence(tx),
  }));
  const { products, unreadable } = await listed(platform, ids);
  const shown = new Set(products.map(({ id }) => id));
  await db.transaction(async (tx) => {
    const notShown = ids.filter((id) => !shown.has(id));
    const unlisted = await unreadSince(tx, installId, { ids: notShown, fence });
    await noteProductDrift(tx, run, products);
    if (unreadable === 0) await noteUnlisted(tx, run, unlisted);
    const toRead = await withVariantsToRead(tx, installId, products);
    await writeProducts(tx, installId, products, fence);
    await markProductsDirty(tx, installId, [...unlisted, ...toRead]);
    await saveProgress(tx, run, { cursor: null, fetched: products.length });
  });
}

/**
 * Returns random orders. For each order, a random time between the first and the last order is chosen, and the next
 * order after this time is returned. So the table is neither counted nor scanned.
 */
async function someOrders(tx: Tx, { installId }: SweepRun): Promise<OrderId[]> {
  const where = { installId, deletedAt: null, detailUpdatedAt: { not: null } };
  const edge = (direction: 'asc' | 'desc') =>
    tx.mirrorOrder.findFirst({ where, orderBy: { createdAt: direction }, select: { createdAt: true } });
  const [first, last] = [await edge('asc'), await edge('desc')];
  if (!first || !last) return [];
  const ids = new Set<OrderId>();
  for (let pick = 0; pick < ordersPerStep; pick++) {
    const spanMs = last.createdAt.getTime() - first.createdAt.getTime();
    const row = await tx.mirrorOrder.findFirst({
      where: { ...where, createdAt: { gte: new Date(first.createdAt.getTime() + Math.random() * spanMs) } },
      orderBy: { createdAt: 'asc' },
      select: { id: true },
    });
    if (row) ids.add(OrderId.parse(row.id));
  }
  return [...ids];
}

async function listed(platform: PlatformClient, ids: readonly ProductId[]) {
  if (ids.length === 0) return { products: [], unreadable: 0 };
  const { body, unreadable } = await platform.listProducts({ ids, limit: ids.length });
  return { products: body.data, unreadable };
}

/**
 * Returns the given products that have not been read or deleted in the mirror since the caller's read. `fence` is a
 * number that the caller took before its read and that only grows. A product whose row has the same or a greater number
 * is left out.
 */
async function unreadSince(
  tx: Tx,
  installId: InstallId,
  { ids, fence }: { ids: readonly ProductId[]; fence: bigint },
): Promise<ProductId[]> {
  const rows = await tx.mirrorProduct.findMany({
    where: { installId, id: { in: [...ids] }, deletedAt: null, fence: { lt: fence } },
    select: { id: true },
  });
  return rows.map(({ id }) => ProductId.parse(id));
}

/** Returns the products that have not been read from the platform for the longest time. */
async function someProducts(tx: Tx, { installId }: SweepRun): Promise<ProductId[]> {
  const rows = await tx.mirrorProduct.findMany({
    where: { installId, deletedAt: null },
    orderBy: { readAt: 'asc' },
    select: { id: true },
    take: productsPerRun,
  });
  return rows.map(({ id }) => ProductId.parse(id));
}
