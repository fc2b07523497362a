import 'server-only';
import type { z } from 'zod';
import { hasAddressOf } from '@/lib/mirror/orders/order-mirror.server';
import { OrderDetail } from 'commerce-platform-client/contract/orders';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import type { Tx } from '@/lib/system/db';

const Lines = OrderDetail.pick({ items: true, fulfillments: true });

/**
 * An order of the mirror (our copy of the platform's data), with the fields that decide what a bulk run does with the
 * order.
 */
export type MirroredOrder = {
  status: string;
  source: string | null;
  tags: string[];
  isDeleted: boolean;
  /**
   * Lines and fulfillments of the order. Null if the app has read the order only from a list, because lists do not
   * contain them.
   */
  lines: z.infer<typeof Lines> | null;
  /** True if the order has a delivery address; null if no read of the order contained the address field. */
  hasAddress: boolean | null;
};

/**
 * Returns the orders with the given ids, keyed by id. Deleted orders are included. An order that the mirror has never
 * contained is left out.
 */
export async function findOrders(
  tx: Tx,
  installId: InstallId,
  ids: readonly string[],
): Promise<Map<string, MirroredOrder>> {
  const rows = await tx.mirrorOrder.findMany({
    where: { installId, id: { in: [...ids] } },
    select: { id: true, status: true, source: true, tags: true, deletedAt: true, detail: true },
  });
  return new Map(
    rows.map(({ id, status, source, tags, deletedAt, detail }) => {
      const lines = detail === null ? null : Lines.parse(detail);
      const hasAddress = hasAddressOf(detail);
      return [id, { status, source, tags, isDeleted: deletedAt !== null, lines, hasAddress }];
    }),
  );
}
