import 'server-only';
import type { ShipSheetCommand } from '@/lib/deliveries/delivery-commands';
import { stopsOf, toShipOf } from '@/lib/deliveries/delivery-rows.server';
import type { ShipSheetOutcome } from '@/lib/deliveries/delivery-view';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { startBulkRun } from '@/lib/operations/bulk/start-bulk-run.server';
import { type BulkPorts, missingScopeOf } from '@/lib/operations/operation-ports.server';
import { OrderId } from 'commerce-platform-client/contract/ids';

/**
 * Starts a bulk run that ships the orders of a delivery sheet that are not shipped yet, with the driver as the carrier.
 * The platform sets an order to delivered only after it was shipped (A3). The operation id is the id of the run, so a
 * second press ships nothing twice.
 *
 * Shipments are matched with a carrier by its first name. So a driver with a changed name is named by the folded first
 * name. The new name would add a second carrier, and that carrier would have the cash.
 */
export async function shipSheet(
  context: InstallContext,
  { sheetId, operationId }: ShipSheetCommand,
  ports: BulkPorts,
): Promise<ShipSheetOutcome | { code: 'not_found'; status: 404 }> {
  const { installId, db } = context;
  const found = await db.transaction(async (tx) => {
    const sheet = await tx.deliverySheet.findUnique({ where: { installId_id: { installId, id: sheetId } } });
    if (!sheet) return null;
    const [carrier] = await tx.$queryRaw<{ provider: string }[]>`
      SELECT CASE WHEN match_key = fold_tag(name) THEN name ELSE match_key END AS provider FROM carriers
      WHERE install_id = ${installId} AND id = ${sheet.carrierId}::uuid`;
    const toShip = await toShipOf(tx, installId, await stopsOf(tx, installId, sheetId));
    return { provider: carrier?.provider ?? null, toShip };
  });
  if (!found) return { code: 'not_found', status: 404 };
  const started = { code: 'started', status: 200, runId: operationId } as const;
  const work = {
    kind: 'fulfill_orders' as const,
    input: { status: 'shipped' as const, provider: found.provider },
  };
  const scope = missingScopeOf(ports, work, context.scopes);
  if (scope) return { code: 'missing_scope', status: 403, scope };
  if (found.toShip.length === 0) return { code: 'all_shipped', status: 409 };
  const targets = found.toShip.map((orderId) => ({ orderId: OrderId.parse(orderId), trackingNumber: null }));
  const run = await startBulkRun(context, operationId, { ...work, targets }, ports);
  // If the run exists with other orders, an earlier press with the same id has started it.
  if (run.code === 'done' || run.code === 'run_reused') return started;
  return { code: 'not_started', status: 409 };
}
