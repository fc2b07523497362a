import 'server-only';
import type { InstallId, OrderId } from '@/lib/shared/ids';
import type { Tx } from '@/lib/system/db';
import { notifyWork } from '@/lib/system/notify';

/** The order is to be read again, when the transaction commits: as an event would ask for it (mirror M7). */
export async function markOrderDirty(tx: Tx, installId: InstallId, orderId: OrderId): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO dirty_marks AS held (install_id, kind, entity_id, mark)
    VALUES (${installId}, 'order', ${orderId}, nextval('mark_seq'))
    ON CONFLICT (install_id, kind, entity_id) DO UPDATE
      SET mark = excluded.mark, marked_at = now(), next_attempt_at = now(), attempts = 0`;
  await notifyWork(tx);
}
