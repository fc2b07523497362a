import 'server-only';
import type { SweepRun } from '@/lib/mirror/sweeps/sweep-queue.server';
import type { Tx } from '@/lib/system/db';
import { Prisma } from '@/lib/system/generated/prisma/client';
import { notifyWork } from '@/lib/system/live/notify';

/**
 * Maximum number of rows that are marked as dirty after one run. The worker reads each marked row separately. If the
 * run did not return more rows than this, the others are marked after the next run.
 */
const unseenMax = 10_000;

const marked = {
  orders: { table: Prisma.raw('orders'), kind: 'order' },
  products: { table: Prisma.raw('products'), kind: 'product' },
};

/**
 * Marks the rows as dirty that a complete run did not return. The worker then reads each row separately, because only a
 * 404 for the row itself proves its deletion. A row that the run did not return has a lower fence than the run (M9,
 * M12).
 */
export async function markUnseen(tx: Tx, { installId, resource, fence }: SweepRun): Promise<void> {
  const { table, kind } = resource === 'products' ? marked.products : marked.orders;
  const count = await tx.$executeRaw`
    INSERT INTO dirty_marks AS stored (install_id, kind, entity_id, mark)
    SELECT install_id, ${kind}, id, nextval('mark_seq') FROM ${table}
    WHERE install_id = ${installId} AND deleted_at IS NULL AND fence < ${fence}
    ORDER BY id LIMIT ${unseenMax}
    ON CONFLICT (install_id, kind, entity_id) DO UPDATE SET mark = excluded.mark`;
  if (count > 0) await notifyWork(tx, 'marks');
}
