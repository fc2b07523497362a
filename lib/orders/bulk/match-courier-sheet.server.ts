import 'server-only';
import type { InstallContext } from '@/lib/installs/require-install.server';
import type { BulkRequestInput, BulkOutcome, BulkRefusal } from '@/lib/operations/bulk/bulk-run';
import { preflightBulk, startBulkRun } from '@/lib/operations/bulk/start-bulk-run.server';
import { noShipmentReasons } from '@/lib/shared/orders/no-shipment';
import type { BulkPorts } from '@/lib/operations/operation-ports.server';
import type {
  CourierMatch,
  MatchCourierCommand,
  StartCourierCommand,
} from '@/lib/orders/bulk/courier-commands';
import type { CourierEntry } from '@/lib/orders/bulk/courier-sheet';
import { type CourierRow, validateCourierSheet } from '@/lib/orders/bulk/validate-courier-sheet';
import { numbersOf } from '@/lib/orders/order-search';
import { knownKey } from '@/lib/shared/known-key';

/** Returns for each line of a courier's sheet what would happen if the bulk run were started. Nothing is recorded. */
export async function matchCourierSheet(
  context: InstallContext,
  command: MatchCourierCommand,
  ports: BulkPorts,
): Promise<CourierMatch | BulkRefusal> {
  const rows = await matchEntries(context, command.entries);
  const request = requestOf(command, rows, []);
  if (!request) return { code: 'matched', status: 200, rows, minutes: 0 };
  const found = await preflightBulk(context, request, ports);
  if (found.code !== 'ready') return found;
  const targets = new Map(found.targets.map((target) => [target.orderId as string | undefined, target]));
  const evaluated = rows.map((row): CourierRow => {
    const target = row.verdict === 'ok' && row.orderId !== null ? targets.get(row.orderId) : undefined;
    if (target?.orderId === undefined) return row;
    const { currentTracking = null } = target;
    if (target.verdict === 'ok')
      return target.fulfillmentId === undefined ? row : { ...row, verdict: 'fills', currentTracking };
    return { ...row, verdict: knownKey(skipVerdicts, target.reason) ?? 'unknown', currentTracking };
  });
  return { code: 'matched', status: 200, rows: evaluated, minutes: found.minutes };
}

/**
 * Reasons for skipping an order that the preview of a courier's sheet shows in the order's line. If the bulk run would
 * skip the order for any other reason, the line shows `unknown`.
 */
const skipVerdicts = {
  ...noShipmentReasons,
  deleted: true,
  already_there: true,
  other_tracking: true,
  several_shipments: true,
};

/**
 * Starts one bulk run for a courier's sheet. For each order, the run creates a fulfillment with the tracking number of
 * the order's line, or adds the number to the existing shipment. The orders are looked up again, because the preview is
 * only for display. Orders with nothing to send are counted as skipped.
 */
export async function startCourierRun(
  context: InstallContext,
  { operationId, replaceLines, ...command }: StartCourierCommand,
  ports: BulkPorts,
): Promise<BulkOutcome> {
  const request = requestOf(command, await matchEntries(context, command.entries), replaceLines);
  if (!request) return { code: 'invalid', status: 400, fields: [{ path: 'entries', message: 'no order' }] };
  return startBulkRun(context, operationId, request, ports);
}

async function matchEntries(
  { installId, db }: InstallContext,
  entries: readonly CourierEntry[],
): Promise<CourierRow[]> {
  const wanted = [...new Set(entries.flatMap(({ number }) => numbersOf(number)))];
  const found = await db.transaction(
    (tx) => tx.$queryRaw<{ id: string; order_number: string }[]>`
      SELECT id, order_number FROM orders
      WHERE install_id = ${installId} AND deleted_at IS NULL AND order_number = ANY(${wanted})`,
  );
  const byNumber = new Map<string, string[]>();
  for (const { id, order_number } of found)
    byNumber.set(order_number, [...(byNumber.get(order_number) ?? []), id]);
  return validateCourierSheet(entries, (number) => [
    ...new Set(numbersOf(number).flatMap((written) => byNumber.get(written) ?? [])),
  ]);
}

/**
 * Returns the request for a bulk run, with one target for each order that was found; null if no order was found. The
 * request does not depend on the current state of the orders. So the same sheet always gives the same request, and a
 * second submission does not start a second run.
 */
function requestOf(
  { status, provider }: MatchCourierCommand,
  rows: readonly CourierRow[],
  replaceLines: readonly number[],
): BulkRequestInput | null {
  const targets = rows.flatMap(({ line, orderId, trackingNumber, verdict }) =>
    orderId !== null && verdict === 'ok'
      ? [{ orderId, trackingNumber, mayReplace: replaceLines.includes(line) }]
      : [],
  );
  return targets.length > 0
    ? { kind: 'fulfill_orders', input: { status, provider: provider || null }, targets }
    : null;
}
