import 'server-only';
import { clearMarks, type DirtyEntity } from '@/lib/mirror/dirty-queue.server';
import { buryOrder, writeOrderDetail } from '@/lib/mirror/order-mirror.server';
import { buryProduct, writeProducts } from '@/lib/mirror/product-mirror.server';
import { touchSynced } from '@/lib/mirror/sync-state.server';
import type { PlatformClient } from '@/lib/platform/client';
import type { Product } from '@/lib/platform/contract/products';
import { PlatformError } from '@/lib/platform/platform-error';
import type { InstallId } from '@/lib/shared/ids';
import { OrderId, ProductId } from '@/lib/shared/ids';
import { crashPoint } from '@/lib/system/crash-point';
import { nextFence, tenantDb } from '@/lib/system/db';
import { notifyLive } from '@/lib/system/notify';

/** Reads a dirty order once, however many events pointed at it, and writes it to the mirror. */
export async function readDirtyOrder(entity: DirtyEntity, platform: PlatformClient): Promise<void> {
  const id = OrderId.parse(entity.entityId);
  await readOrderAnew(entity.installId, id, platform, { byEvent: true });
  await clearMarks([entity]);
}

/** Reads one order into the mirror; one that is gone gets its tombstone. Throws what the client throws. */
export async function readOrderAnew(
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
 * Reads dirty products of one install together. One that the list leaves out, or gives without its variants, is
 * asked for by itself: only its own 404 says that it is gone.
 */
export async function readDirtyProducts(
  entities: readonly DirtyEntity[],
  platform: PlatformClient,
): Promise<void> {
  const installId = entities[0]?.installId;
  if (!installId) return;
  await readProductsAnew(
    installId,
    entities.map(({ entityId }) => ProductId.parse(entityId)),
    platform,
  );
  await clearMarks(entities);
}

/** Reads up to 100 products into the mirror. Throws what the client throws. */
export async function readProductsAnew(
  installId: InstallId,
  ids: readonly ProductId[],
  platform: PlatformClient,
): Promise<void> {
  const db = tenantDb(installId);
  const fence = await db.transaction(nextFence);
  const { body } = await platform.listProducts({ ids, limit: ids.length });
  const listed = new Map(body.data.map((product) => [product.id, product]));
  const products: Product[] = [];
  const gone: ProductId[] = [];
  for (const id of ids) {
    const inList = listed.get(id);
    const product = inList?.variants ? inList : await unlessGone(platform.getProduct(id));
    if (product) products.push(product);
    else gone.push(id);
  }
  await db.transaction(async (tx) => {
    for (const id of gone.toSorted()) await buryProduct(tx, installId, id, fence);
    await writeProducts(tx, installId, products, fence);
    await touchSynced(tx, installId);
    await notifyLive(tx, { installId, kind: 'sync', id: 'products' });
  });
}

async function unlessGone<Body>(read: Promise<{ body: { data: Body } }>): Promise<Body | null> {
  try {
    return (await read).body.data;
  } catch (error) {
    if (error instanceof PlatformError && error.status === 404) return null;
    throw error;
  }
}
