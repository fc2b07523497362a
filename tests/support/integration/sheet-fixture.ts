import { randomUUID } from 'node:crypto';
import { saveCarrier } from '@/lib/cash/save-carrier.server';
import { confirmSheet } from '@/lib/deliveries/confirm-sheet.server';
import { createSheet } from '@/lib/deliveries/create-sheet.server';
import {
  ConfirmSheetCommand,
  CreateSheetCommand,
  SheetId,
  type StopResult,
} from '@/lib/deliveries/delivery-commands';
import type { StopView } from '@/lib/deliveries/delivery-view';
import { readSheet } from '@/lib/deliveries/read-sheets.server';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { bulkPorts } from '@/lib/kinds/bulk-ports.server';
import { dayOf } from '@/lib/shared/store-day';

/** Creates a delivery sheet for today with the given orders and a new driver. Returns the id of the sheet. */
export async function sheetOfOrders(context: InstallContext, orderIds: string[]): Promise<SheetId> {
  const { installId, store } = context;
  const carrierId = randomUUID();
  const carrier = { name: `سائق ${carrierId}`, phone: '', trackingUrl: '', feeMinor: 0, isArchived: false };
  await saveCarrier(context, { installId, carrierId, ...carrier });
  const command = CreateSheetCommand.parse({
    installId,
    operationId: randomUUID(),
    carrierId,
    day: dayOf(new Date(), store.timezone),
    note: '',
    orderIds,
    mayRepeat: true,
  });
  const outcome = await createSheet(context, command);
  if (outcome.code !== 'created') throw new Error(JSON.stringify(outcome));
  return SheetId.parse(outcome.sheetId);
}

/**
 * Confirms a delivery sheet. `resultOf` returns the driver's result of each stop (an order on the sheet); null if the
 * driver gave no result.
 */
export async function confirmStops(
  context: InstallContext,
  sheetId: SheetId,
  resultOf: (stop: StopView) => StopResult | null,
): Promise<void> {
  const sheet = await readSheet(context, sheetId);
  const command = ConfirmSheetCommand.parse({
    installId: context.installId,
    sheetId,
    operationId: randomUUID(),
    stops: (sheet?.stops ?? []).map((stop) => ({
      stopId: stop.id,
      seen: stop.result?.id ?? null,
      dueMinor: stop.due.amount_minor,
      result: resultOf(stop),
    })),
  });
  const outcome = await confirmSheet(context, command, bulkPorts);
  if (outcome.code !== 'confirmed') throw new Error(JSON.stringify(outcome));
}

/**
 * Returns the driver's result of a stop (an order on a delivery sheet) if the customer refused the order. The result
 * contains the reason of the refusal.
 */
export const refusedAtDoor = (reason = 'لا يرد'): StopResult => ({
  answer: 'refused',
  paidMinor: null,
  reason,
});
