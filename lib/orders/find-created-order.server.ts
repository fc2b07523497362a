import 'server-only';
import type { InstallContext } from '@/lib/installs/require-install.server';

/** True if the app has ever created an order in the install. The query reads only one row. */
export async function findCreatedOrder({
  installId,
  db,
}: Pick<InstallContext, 'installId' | 'db'>): Promise<boolean> {
  const row = await db.read((tx) =>
    tx.createdOrder.findFirst({ where: { installId }, select: { orderId: true } }),
  );
  return row !== null;
}
