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
import { nextFence, tenantDb, type Tx } from '@/lib/system/db';
import { log } from '@/lib/system/log';
import { notifyLive } from '@/lib/system/live/notify';

/**
 * Reads an order with a dirty mark (a row for data that must be read) from the platform and writes it to the mirror
 * (our copy of the platform's data). Then deletes the mark. One read is enough, even if many events reported changes.
 */
export async function readDirtyOrder(entity: DirtyEntity, platform: PlatformClient): Promise<void> {
  const id = OrderId.parse(entity.entityId);
  await refreshOrder(entity.installId, id, platform, entity);
  await clearMarks([entity]);
}

/**
 * Reads one order from the platform and writes the whole order to the mirror (M6). If the platform has deleted the
 * order, its row is marked as deleted. `fence`: the fence number of the caller; by default, a new one is taken. Throws
 * the errors of the platform client.
 */
export async function refreshOrder(
  installId: InstallId,
  id: OrderId,
  platform: PlatformClient,
  origin: { byEvent: boolean; fence?: bigint },
): Promise<void> {
  const db = tenantDb(installId);
  const { byEvent, fence = await db.transaction(nextFence) } = origin;
  const order = await unlessGone(platform.getOrder(id));
  crashPoint('mark.before_store');
  await db.transaction(async (tx) => {
    if (order) return writeOrderDetail(tx, installId, order, { fence, byEvent, isSync: true });
    await buryOrder(tx, installId, id, { fence });
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
