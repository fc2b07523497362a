import 'server-only';
import { findRefusals } from '@/lib/customers/find-refusals.server';
import type { InstallContext } from '@/lib/installs/require-install.server';
import type { BulkPreflight, BulkRefusal, BulkRequestInput } from '@/lib/operations/bulk/bulk-run';
import { preflightBulk } from '@/lib/operations/bulk/start-bulk-run.server';
import type { BulkPorts } from '@/lib/operations/operation-ports.server';
import type { RefusalHint } from '@/lib/shared/orders/refusal-hint';

type CheckedRun = { code: 'ready'; status: 200; refusals?: RefusalHint | null } & Omit<
  BulkPreflight,
  'targets'
>;

/**
 * Returns a preview of a bulk run (one action on many orders): how many items would be sent and how many would be left
 * out. If the run ships its orders, by a shipment or by the status alone, the preview also names the orders of customers
 * who often refuse their orders. Records nothing.
 */
export async function readBulkPreflight(
  context: InstallContext,
  request: BulkRequestInput,
  ports: BulkPorts,
): Promise<CheckedRun | BulkRefusal> {
  const found = await preflightBulk(context, request, ports);
  if (found.code !== 'ready') return found;
  const { targets, ...summary } = found;
  const ships =
    request.kind === 'fulfill_orders' ||
    (request.kind === 'set_order_status' && request.input.status === 'shipped');
  if (!ships) return summary;
  const shipped = targets.flatMap(({ verdict, orderId }) => (verdict === 'ok' && orderId ? [orderId] : []));
  return { ...summary, refusals: await findRefusals(context, shipped) };
}
