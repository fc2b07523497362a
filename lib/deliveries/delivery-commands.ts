import { z } from 'zod';
import { InstallId, OrderId } from 'commerce-platform-client/contract/ids';
import { OperationId } from '@/lib/shared/operation-id';
import { reasonMax, stopAnswers, stopsMax } from '@/lib/deliveries/stop-limits';
import { Text } from 'commerce-platform-client/contract/text';

/** Id of a delivery sheet: a UUID that the form made. */
export const SheetId = z.uuid().brand<'SheetId'>();
export type SheetId = z.infer<typeof SheetId>;

/** An amount is at most 10^14 minor units, as in the cash notebook. */
const Minor = z.int().min(0).max(100_000_000_000_000);

/**
 * A new delivery sheet. The operation id of the form is the id of the sheet. `day` is YYYY-MM-DD in the store's time
 * zone. `mayRepeat`: the user wants the sheet even if one of its orders is already on another open sheet.
 *
 * `collect`: the amounts that the user typed for the driver, in minor units of the order's currency. An amount counts only
 * for an order of which a part was already sent.
 */
export const CreateSheetCommand = z.object({
  installId: InstallId,
  operationId: OperationId,
  carrierId: z.uuid(),
  day: z.iso.date(),
  note: Text.trim().max(500),
  orderIds: z.array(OrderId).min(1).max(stopsMax),
  mayRepeat: z.boolean().default(false),
  collect: z
    .array(z.object({ orderId: OrderId, amountMinor: Minor }))
    .max(stopsMax)
    .default([]),
});
export type CreateSheetCommand = z.infer<typeof CreateSheetCommand>;

/** Input of the actions that make or withdraw the driver's link of a delivery sheet. */
export const SheetCommand = z.object({ installId: InstallId, sheetId: SheetId });
export type SheetCommand = z.infer<typeof SheetCommand>;

/** Input of the action that ships the orders of a delivery sheet. The operation id becomes the id of the bulk run. */
export const ShipSheetCommand = SheetCommand.extend({ operationId: OperationId });
export type ShipSheetCommand = z.infer<typeof ShipSheetCommand>;

/**
 * An answer of the driver, or the merchant's correction of it. `paidMinor` is in minor units of the stop's currency and
 * counts only for `paid`; `reason` counts only for `refused`.
 */
export const StopResult = z.object({
  answer: z.enum(stopAnswers),
  paidMinor: Minor.nullable(),
  reason: Text.trim().max(reasonMax),
});
export type StopResult = z.infer<typeof StopResult>;

/**
 * Input of the action that confirms a delivery sheet. The operation id becomes the id of the cash posting and of the
 * bulk run.
 *
 * - `stops`: the results that the merchant saw and maybe changed. A stop without a result is left out.
 * - `seen`: id of the driver's answer that the screen showed; null if there was none. If the driver has answered
 *   since then, nothing is stored.
 * - `dueMinor`: the open amount that the screen showed. If an order with a collected amount now has another open
 *   amount, nothing is stored.
 */
export const ConfirmSheetCommand = SheetCommand.extend({
  operationId: OperationId,
  stops: z
    .array(
      z.object({
        stopId: z.uuid(),
        seen: z.uuid().nullable(),
        dueMinor: z.int().min(0),
        result: StopResult.nullable(),
      }),
    )
    .max(stopsMax),
});
export type ConfirmSheetCommand = z.infer<typeof ConfirmSheetCommand>;
