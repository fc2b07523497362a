import type { SheetItem } from '@/lib/deliveries/delivery-view';

/**
 * The next task for a delivery sheet.
 *
 * - `sendLink`: answers are missing, and the driver has no link that works.
 * - `wait`: the driver has not answered for all orders, and the day is not over.
 * - `dayOver`: the day is over, and answers are missing.
 * - `confirm`: all orders have an answer, so the merchant can confirm the sheet.
 * - `finish`: a confirmation has begun and must be continued.
 * - `recordCash`: the cash notebook refused the amounts, so the user must record them.
 * - `checkOrders`: the platform did not set all delivered orders to delivered, so the user must look at them.
 * - `done`: nothing is left to do.
 */
export type SheetWork =
  | 'sendLink'
  | 'wait'
  | 'dayOver'
  | 'confirm'
  | 'finish'
  | 'recordCash'
  | 'checkOrders'
  | 'done';

/** Returns the next task for a delivery sheet. */
export function workOfSheet({
  state,
  stops,
  answered,
  isDayOver,
  isCashRefused,
  notDelivered,
  hasLink,
}: Pick<
  SheetItem,
  'state' | 'stops' | 'answered' | 'isDayOver' | 'isCashRefused' | 'notDelivered' | 'hasLink'
>): SheetWork {
  if (state === 'unfinished') return 'finish';
  if (state === 'confirmed') {
    if (isCashRefused) return 'recordCash';
    return notDelivered > 0 ? 'checkOrders' : 'done';
  }
  if (answered === stops) return 'confirm';
  if (isDayOver) return 'dayOver';
  return hasLink === false ? 'sendLink' : 'wait';
}
