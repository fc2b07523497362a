import 'server-only';
import type { z } from 'zod';
import { OrderDetail } from '@/lib/platform/contract/orders';
import type { InstallId } from '@/lib/shared/ids';
import type { Tx } from '@/lib/system/db';

const Lines = OrderDetail.pick({ items: true, fulfillments: true });

/** An order of the mirror, with the fields needed to select orders. */
export type MirroredOrder = {
  status: string;
  tags: string[];
  isDeleted: boolean;
  /** null if only the header has been read. */
  lines: z.infer<typeof Lines> | null;
};

/** Returns the orders with these ids that the mirror has ever seen, keyed by id. */
export async function findOrders(
  tx: Tx,
  installId: InstallId,
  ids: readonly string[],
): Promise<Map<string, MirroredOrder>> {
  const rows = await tx.mirrorOrder.findMany({
    where: { installId, id: { in: [...ids] } },
    select: { id: true, status: true, tags: true, deletedAt: true, detail: true },
  });
  return new Map(
    rows.map(({ id, status, tags, deletedAt, detail }) => [
      id,
      { status, tags, isDeleted: deletedAt !== null, lines: detail === null ? null : Lines.parse(detail) },
    ]),
  );
}
