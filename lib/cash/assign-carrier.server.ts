import 'server-only';
import type { AssignCarrierCommand } from '@/lib/cash/carrier-commands';
import type { AssignCarrierOutcome } from '@/lib/cash/cash-outcome';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { notifyLive } from '@/lib/system/live/notify';

/**
 * Assigns an order of the cash notebook to a carrier, even if its fulfillments name another carrier. The assignment
 * stays when the order changes, even after the store marks it as paid or cancels it. Safe to repeat. `not_found`: the
 * order is not in the notebook, or there is no such carrier.
 */
export async function assignCarrier(
  { installId, db }: Pick<InstallContext, 'installId' | 'db'>,
  { orderId, carrierId }: AssignCarrierCommand,
): Promise<AssignCarrierOutcome> {
  return db.transaction(async (tx): Promise<AssignCarrierOutcome> => {
    const written = await tx.$executeRaw`
      UPDATE cash_orders SET carrier_id = ${carrierId}::uuid, is_assigned = true
      WHERE install_id = ${installId} AND order_id = ${orderId}
        AND EXISTS (SELECT FROM carriers c WHERE c.install_id = ${installId} AND c.id = ${carrierId}::uuid)`;
    if (written === 0) return { code: 'not_found', status: 404 };
    await notifyLive(tx, { installId, kind: 'cash', id: '' });
    return { code: 'saved', status: 200 };
  });
}
