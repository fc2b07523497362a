import 'server-only';
import type { StopResult } from '@/lib/deliveries/delivery-commands';
import { lockSheet, sealText, stopPlace, textOf } from '@/lib/deliveries/delivery-rows.server';
import type { LinkedSheet } from '@/lib/deliveries/link/open-sheet-link.server';
import { tryUnlock, type UnlockRefusal } from '@/lib/system/http/unlock-tries';
import { dbNow, tenantDb, type Tx } from '@/lib/system/db';
import type { DeliverySheet, DeliveryStop } from '@/lib/system/generated/prisma/client';
import { isLastOf } from '@/lib/system/http/unlock-digits';
import { notifyLive } from '@/lib/system/live/notify';

type LinkedKey = Pick<LinkedSheet, 'installId' | 'sheetId' | 'linkHash'>;

/**
 * Checks the unlock digits that the driver typed, and counts a wrong attempt. The outcome `over` means that the link no
 * longer works.
 */
export async function unlockSheet(
  linked: LinkedKey & Pick<LinkedSheet, 'driverPhone'>,
  digits: string,
): Promise<{ code: 'unlocked' } | { code: 'over' } | UnlockRefusal> {
  return tenantDb(linked.installId).transaction(async (tx) => {
    const open = await lockOpen(tx, linked);
    if (!open) return { code: 'over' };
    const { installId, sheetId: id } = linked;
    const { refusal, changed } = tryUnlock(open.sheet, () => isLastOf(linked.driverPhone, digits), open.now);
    if (changed) await tx.deliverySheet.update({ where: { installId_id: { installId, id } }, data: changed });
    if (changed) await notifyLive(tx, { installId, kind: 'delivery', id });
    return refusal ?? { code: 'unlocked' };
  });
}

/**
 * An answer of the driver. The form made `answerId`. `seen` is the id of the answer that the form showed; null if it
 * showed none.
 */
export type DriverAnswer = { stopId: string; answerId: string; seen: string | null; result: StopResult };

/**
 * Stores the driver's answer to a stop. If the same answer is sent again, nothing changes.
 *
 * - `stale`: this answer was not stored. Either another answer was stored after the form was made, for example from a
 *   second phone. Or the same form was posted before with other content.
 * - `over`: the link no longer works, or the merchant has confirmed.
 * - `foreign`: the delivery sheet has no such stop.
 */
export async function recordAnswer(
  linked: LinkedKey,
  { stopId, answerId, seen, result }: DriverAnswer,
): Promise<{ code: 'stored' | 'stale' | 'over' | 'foreign' }> {
  const { installId, sheetId } = linked;
  return tenantDb(installId).transaction(async (tx) => {
    const open = await lockOpen(tx, linked);
    if (!open) return { code: 'over' };
    const where = { installId_sheetId_id: { installId, sheetId, id: stopId } };
    const stop = await tx.deliveryStop.findUnique({ where });
    if (!stop) return { code: 'foreign' };
    if (stop.answerId === answerId) return { code: isSame(stop, result) ? 'stored' : 'stale' };
    if (stop.answerId !== seen) return { code: 'stale' };
    await tx.deliveryStop.update({
      where,
      data: {
        answerId,
        answeredAt: open.now,
        earlierPaidMinor: largestPaid(stop),
        ...resultColumns(stop, result),
      },
    });
    await notifyLive(tx, { installId, kind: 'delivery', id: sheetId });
    return { code: 'stored' };
  });
}

/**
 * Returns the largest amount that the stored answer or an earlier answer reported as collected; null if none did. Every
 * user who has the link can replace an answer. So the amount stays stored until a user who may post cash has seen it.
 */
function largestPaid({ earlierPaidMinor, paidMinor }: DeliveryStop): bigint | null {
  const [earlier, now] = [earlierPaidMinor ?? 0n, paidMinor ?? 0n];
  const largest = earlier > now ? earlier : now;
  return largest > 0n ? largest : null;
}

/**
 * Returns true if the stored answer has the same content as `result`. Comparing the ids is not enough, because a driver
 * who goes back can post the same form with other content.
 */
export function isSame(stop: DeliveryStop, result: StopResult): boolean {
  const { answer, paidMinor } = resultColumns(stop, result);
  const reason = textOf(stop.reasonEnc, stopPlace('delivery_stops.reason_enc', stop));
  return (
    stop.answer === answer &&
    stop.paidMinor === paidMinor &&
    (answer !== 'refused' || stop.contentEnc === null || reason === result.reason)
  );
}

/**
 * Returns the columns of a result. The reason can have personal data, so no reason is stored after the stop's personal
 * data was deleted.
 */
export function resultColumns(
  stop: Pick<DeliveryStop, 'installId' | 'sheetId' | 'id' | 'contentEnc'>,
  { answer, paidMinor, reason }: StopResult,
) {
  return {
    answer,
    paidMinor: answer === 'paid' ? BigInt(paidMinor ?? 0) : null,
    reasonEnc:
      answer === 'refused' && stop.contentEnc !== null
        ? sealText(reason, stopPlace('delivery_stops.reason_enc', stop))
        : null,
  };
}

/**
 * Locks and returns the delivery sheet. Returns null if the link was replaced, was withdrawn or has expired, or if the
 * sheet is confirmed.
 */
async function lockOpen(
  tx: Tx,
  { installId, sheetId, linkHash }: LinkedKey,
): Promise<{ sheet: DeliverySheet; now: Date } | null> {
  const sheet = await lockSheet(tx, installId, sheetId);
  const now = await dbNow(tx);
  if (!sheet?.linkExpiresAt || sheet.linkHash !== linkHash || sheet.linkExpiresAt <= now) return null;
  return sheet.confirmedAt ? null : { sheet, now };
}
