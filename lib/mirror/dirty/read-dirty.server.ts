import 'server-only';
import {
  clearMarks,
  type DirtyEntity,
  postponeMarks,
  releaseMarks,
} from '@/lib/mirror/dirty/dirty-queue.server';
import { buryOrder, writeOrderDetail } from '@/lib/mirror/orders/order-mirror.server';
import { buryProduct, writeProducts } from '@/lib/mirror/products/product-mirror.server';
import { touchSynced } from '@/lib/mirror/sync-state.server';
import type { PlatformClient } from 'commerce-platform-client/client';
import { PlatformError } from 'commerce-platform-client/platform-error';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import { OrderId, ProductId } from 'commerce-platform-client/contract/ids';
import { crashPoint } from '@/lib/system/crash-point';
import { nextFence, systemQuery, tenantDb, type Tx } from '@/lib/system/db';
import { log } from '@/lib/system/log';
import { notifyLive } from '@/lib/system/live/notify';

/**
 * Reads an order with a dirty mark (a row for data that must be read) from the platform and writes it to the mirror
 * (our copy of the platform's data). Then deletes the mark. One read is enough, even if many events reported changes.
 */
export async function readDirtyOrder(entity: DirtyEntity, platform: PlatformClient): Promise<void> {
  const id = OrderId.parse(entity.entityId);
  const byEvent = await isMarkedByEvent(entity);
  await refreshOrder(entity.installId, id, platform, { byEvent });
  await clearMarks([entity]);
}

/**
 * Returns true if an event set the dirty mark (a row for data that must be read). A mark can also come from a sweep (a
 * repeated read of platform data), from the answer to one of our own writes, or from the decision of a review. Such a
 * mark does not show that the platform sent an event, so its read does not confirm an order that this app created (D9).
 */
async function isMarkedByEvent({ installId, kind, entityId }: DirtyEntity): Promise<boolean> {
  const events = await systemQuery(
    `SELECT 1 FROM inbox WHERE install_id = $1 AND kind = $2 AND entity_id = $3 AND state = 'marked' LIMIT 1`,
    [installId, kind, entityId],
  );
  return events.length > 0;
}

/**
 * Reads one order from the platform and writes the whole order to the mirror (M6). If the platform has deleted the
 * order, its row is marked as deleted. Throws the errors of the platform client.
 */
export async function refreshOrder(
  installId: InstallId,
  id: OrderId,
  platform: PlatformClient,
  { byEvent }: { byEvent: boolean },
): Promise<void> {
  const db = tenantDb(installId);
  const fence = await db.transaction(nextFence);
  const order = await unlessGone(platform.getOrder(id));
  crashPoint('mark.before_store');
  await db.transaction(async (tx) => {
    if (order) await writeOrderDetail(tx, installId, order, { fence, byEvent });
    else await buryOrder(tx, installId, id, { fence });
    await touchSynced(tx, installId);
  });
}

/**
 * Maximum number of products that are read one by one because the product list did not return them. More reads could
 * take longer than the lease of the dirty marks (rows for data that must be read).
 */
const readAloneMax = 5;

/**
 * Sends one list request for the products of an install that have dirty marks (rows for data that must be read). Two
 * kinds of products are read separately afterwards:
 * - products that the list did not return, because only a 404 for the product itself proves the deletion
 * - products that the list returned without variants, because the mirror needs the variants
 *
 * Each mark is deleted as soon as its product is written. So a product that cannot be read does not block other
 * products (M13).
 */
export async function readDirtyProducts(
  entities: readonly DirtyEntity[],
  platform: PlatformClient,
): Promise<void> {
  const installId = entities[0]?.installId;
  if (!installId) return;
  const ids = entities.map(({ entityId }) => ProductId.parse(entityId));
  const shown = await refreshProducts(installId, ids, platform);
  await clearMarks(entities.filter(({ entityId }) => shown.has(entityId)));
  const missing = entities.filter(({ entityId }) => !shown.has(entityId));
  await releaseMarks(missing.slice(readAloneMax));
  for (const entity of missing.slice(0, readAloneMax)) {
    try {
      await refreshProduct(installId, ProductId.parse(entity.entityId), platform);
      await clearMarks([entity]);
    } catch (error) {
      log.warn({ error, installId, productId: entity.entityId }, 'product could not be read; retrying later');
      await postponeMarks([entity]);
    }
  }
}

/**
 * Reads up to 100 products with one list request and writes them to the mirror. Returns the ids of the products that
 * the list returned with variants.
 */
async function refreshProducts(
  installId: InstallId,
  ids: readonly ProductId[],
  platform: PlatformClient,
): Promise<Set<string>> {
  const db = tenantDb(installId);
  const fence = await db.transaction(nextFence);
  const { body } = await platform.listProducts({ ids, limit: ids.length });
  const whole = body.data.filter(({ variants }) => variants);
  await db.transaction(async (tx) => {
    await writeProducts(tx, installId, whole, fence);
    await notifyProducts(tx, installId);
  });
  return new Set(whole.map(({ id }) => id));
}

async function refreshProduct(installId: InstallId, id: ProductId, platform: PlatformClient): Promise<void> {
  const db = tenantDb(installId);
  const fence = await db.transaction(nextFence);
  const product = await unlessGone(platform.getProduct(id));
  await db.transaction(async (tx) => {
    if (product) await writeProducts(tx, installId, [product], fence);
    else await buryProduct(tx, installId, id, fence);
    await notifyProducts(tx, installId);
  });
}

async function notifyProducts(tx: Tx, installId: InstallId): Promise<void> {
  await touchSynced(tx, installId);
  await notifyLive(tx, { installId, kind: 'sync', id: 'products' });
}

/**
 * Returns the body of a read; null if the platform itself responds with 404 `not_found`, which means that the record
 * was deleted. A 404 of a gateway does not have the code `not_found`, so it is thrown as an error.
 */
export async function unlessGone<Body>(read: Promise<{ body: { data: Body } }>): Promise<Body | null> {
  try {
    return (await read).body.data;
  } catch (error) {
    if (error instanceof PlatformError && error.status === 404 && error.code === 'not_found') return null;
    throw error;
  }
}
