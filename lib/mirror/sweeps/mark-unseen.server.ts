import 'server-only';
import type { SweepRun } from '@/lib/mirror/sweeps/sweep-queue.server';
import type { Tx } from '@/lib/system/db';
import { Prisma } from '@/lib/system/generated/prisma/client';
import { notifyWork } from '@/lib/system/live/notify';

/**
 * Maximum number of rows that get a dirty mark (a row that makes the worker read the data) after one run of a sweep.
 * Rows above the maximum get their mark after the next run.
 */
const unseenMax = 10_000;

const marked = {
  orders: { table: Prisma.raw('orders'), kind: 'order' },
  products: { table: Prisma.raw('products'), kind: 'product' },
};

/**
 * Writes a dirty mark for each row that a complete run of the sweep did not return. The worker then reads each row
 * separately, because only a 404 for the row itself proves the deletion (M9, M12). `fence` is a number that was taken
 * before the run and that only grows. A row that the run returned has this number or a greater one, so the rows with a
 * lower number are missing.
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
