import { z } from 'zod';
import { dayMax, dayMinorMax } from '@/lib/cash/day/day-limits';
import { InstallId } from 'commerce-platform-client/contract/ids';
import { OperationId } from '@/lib/shared/operation-id';
import { Text } from 'commerce-platform-client/contract/text';

const Minor = z.int().min(0).max(dayMinorMax);

/**
 * Money that was put into the drawer or taken out of it, without remittances. The amount is positive if money was put
 * in and negative if money was taken out. `label` is the purpose of the money.
 */
export const DayLine = z.object({
  label: Text.trim().min(1).max(dayMax.labelLength),
  amountMinor: z
    .int()
    .min(-dayMinorMax)
    .max(dayMinorMax)
    .refine((amount) => amount !== 0, 'zero'),
});

/**
 * The drawer: the cash of one currency at the end of a day. `openingMinor` and `remittedMinor` are the amounts that the
 * user saw. If the cash notebook now has other amounts, the day is not closed. If no earlier day is closed in this
 * currency, the user types `openingMinor`.
 */
export const DayDrawer = z.object({
  currency: Text.min(1).max(20),
  decimals: z.int().min(0).max(18),
  openingMinor: Minor,
  remittedMinor: z.int().min(0),
  countedMinor: Minor,
  reason: Text.trim().max(dayMax.reasonLength),
  lines: z.array(DayLine).max(dayMax.lines),
});
export type DayDrawer = z.infer<typeof DayDrawer>;

/**
 * Input of the action that closes a day. The operation id of the form is the id of the record. `replaces` is the
 * version that this record corrects; null for the first record of the day.
 */
export const CloseDayCommand = z.object({
  installId: InstallId,
  operationId: OperationId,
  day: z.iso.date(),
  replaces: z.int().min(1).nullable(),
  drawers: z.array(DayDrawer).min(1).max(dayMax.currencies),
});
export type CloseDayCommand = z.infer<typeof CloseDayCommand>;
