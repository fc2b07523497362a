import { z } from 'zod';
import type { Busy } from '@/lib/system/http/costly-actions';
import type { BulkRefusal } from '@/lib/operations/bulk/bulk-run';
import type { BulkStartOutcome } from '@/lib/orders/bulk/bulk-actions';
import { courierLengthMax } from '@/lib/orders/bulk/courier-sheet';
import type { CourierRow } from '@/lib/orders/bulk/validate-courier-sheet';
import type { ActionOf } from '@/lib/shared/action-of';
import { bulkTargetsMax } from '@/lib/shared/bulk-targets-max';
import { InstallId } from 'commerce-platform-client/contract/ids';
import { OperationId } from '@/lib/shared/operation-id';
import { Text } from 'commerce-platform-client/contract/text';

const Word = Text.trim().min(1);

/**
 * Input of the action that finds the orders of a courier's sheet. `entries` are the parsed lines of the pasted text.
 * All parcels of the sheet get the same status and provider.
 */
export const MatchCourierCommand = z.object({
  installId: InstallId,
  entries: z
    .array(
      z.object({
        line: z.int().min(1),
        number: Word.max(courierLengthMax.number),
        trackingNumber: Word.max(courierLengthMax.trackingNumber),
      }),
    )
    .min(1)
    .max(bulkTargetsMax),
  status: z.enum(['pending', 'shipped']),
  provider: Text.trim().max(255).nullable(),
});
export type MatchCourierCommand = z.infer<typeof MatchCourierCommand>;

/**
 * Input of the action that starts a bulk run from a courier's sheet. The form makes `operationId`, which becomes the id
 * of the run. So submitting the form again does not start a second run.
 */
export const StartCourierCommand = MatchCourierCommand.extend({
  operationId: OperationId,
  /** Numbers of the lines whose tracking number may replace the number that the order's shipment already has. */
  replaceLines: z.array(z.int().min(1)).max(bulkTargetsMax),
});
export type StartCourierCommand = z.infer<typeof StartCourierCommand>;

/**
 * Preview of a courier's sheet. `minutes` is the estimated duration of the bulk run, because the platform allows only a
 * limited number of writes per minute.
 */
export type CourierMatch = { code: 'matched'; status: 200; rows: CourierRow[]; minutes: number };

export type CourierMatchOutcome =
  | CourierMatch
  | BulkRefusal
  | Busy
  | { code: 'signed_out'; status: 401 }
  | { code: 'reconnect'; status: 401 };

/** The server actions on a courier's sheet. The screen passes them to its components. */
export type CourierActions = {
  match: ActionOf<typeof MatchCourierCommand, CourierMatchOutcome>;
  start: ActionOf<typeof StartCourierCommand, BulkStartOutcome>;
};
