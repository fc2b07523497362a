import 'server-only';
import type { AssignCarriersCommand } from '@/lib/cash/carrier-commands';
import type { AssignCarriersOutcome, UnassignCarriersOutcome } from '@/lib/cash/cash-outcome';
import { followMirror, lockOrders, repeatAfterDeadlock } from '@/lib/cash/post-cash.server';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { notifyLive } from '@/lib/system/live/notify';

type Context = Pick<InstallContext, 'installId' | 'db'>;

/**
 * Assigns orders without a carrier to one carrier, in one transaction. An order that has another carrier by now keeps it,
 * so the outcome names the orders that this carrier has. Safe to repeat. `not_found`: there is no such carrier.
 */
export async function assignCarriers(
  { installId, db }: Context,
  { orderIds, carrierId }: AssignCarriersCommand,
): Promise<AssignCarriersOutcome> {
  return repeatAfterDeadlock(() =>
    db.transaction(async (tx): Promise<AssignCarriersOutcome> => {
      if ((await tx.carrier.count({ where: { installId, id: carrierId } })) === 0)
        return { code: 'not_found', status: 404 };
      await lockOrders(tx, installId, orderIds);
      const rows = await tx.$queryRaw<{ id: string }[]>`
        UPDATE cash_orders SET carrier_id = ${carrierId}::uuid, is_assigned = true
        WHERE install_id = ${installId} AND order_id = ANY(${orderIds}::text[])
          AND (carrier_id IS NULL OR (carrier_id = ${carrierId}::uuid AND is_assigned))
        RETURNING order_id AS id`;
      await notifyLive(tx, { installId, kind: 'cash', id: '' });
      return { code: 'saved', status: 200, orderIds: rows.map(({ id }) => id) };
    }),
  );
}

/**
 * Undoes assignCarriers in one transaction. The orders take the carrier of their shipments again, if there is one. An
 * order that a user has assigned to another carrier in the meantime keeps that carrier. Safe to repeat.
 */
export async function unassignCarriers(
  { installId, db }: Context,
  { orderIds, carrierId }: AssignCarriersCommand,
): Promise<UnassignCarriersOutcome> {
  return repeatAfterDeadlock(() =>
    db.transaction(async (tx): Promise<UnassignCarriersOutcome> => {
      await lockOrders(tx, installId, orderIds);
      const rows = await tx.$queryRaw<{ id: string }[]>`
        UPDATE cash_orders SET carrier_id = NULL, is_assigned = false
        WHERE install_id = ${installId} AND order_id = ANY(${orderIds}::text[])
          AND carrier_id = ${carrierId}::uuid AND is_assigned
        RETURNING order_id AS id`;
      await followMirror(
        tx,
        installId,
        rows.map(({ id }) => id),
      );
      await notifyLive(tx, { installId, kind: 'cash', id: '' });
      return { code: 'unassigned', status: 200 };
    }),
  );
}
