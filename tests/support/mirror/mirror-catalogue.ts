import type { InstallContext } from '@/lib/installs/require-install.server';
import { writeProducts } from '@/lib/mirror/products/product-mirror.server';
import type { Product } from 'commerce-platform-client/contract/products';
import { nextFence } from '@/lib/system/db';

/**
 * Reads every product of the store into the mirror (the app's copy), as the app does after an installation. Returns the
 * products.
 */
export async function mirrorCatalogue({
  installId,
  db,
  platform,
}: Pick<InstallContext, 'installId' | 'db' | 'platform'>): Promise<Product[]> {
  const products: Product[] = [];
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const fence = await db.transaction(nextFence);
    const { body } = await platform.listProducts({ limit: 100, ...(cursor && { cursor }) });
    await db.transaction((tx) => writeProducts(tx, installId, body.data, fence));
    products.push(...body.data);
    cursor = body.next_cursor;
  }
  await db.transaction((tx) =>
    tx.sweep.updateMany({
      where: { installId, resource: 'products', kind: 'full' },
      data: { endedAt: new Date(), lastError: null },
    }),
  );
  return products;
}
