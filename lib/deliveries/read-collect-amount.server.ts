import 'server-only';
import { readDue } from '@/lib/deliveries/delivery-rows.server';
import { isRepeatedDelivery, isUndeliverable } from '@/lib/deliveries/order-end';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { findOutstandingLines } from '@/lib/orders/order/fulfillment/find-outstanding-lines';
import { owedMinor } from '@/lib/orders/order/payment-facts';
import type { OrderDetail } from 'commerce-platform-client/contract/orders';
import { currencyKey, type Money } from '@/lib/shared/numbers/money';
import { log } from '@/lib/system/log';

/**
 * What the carrier of a parcel collects.
 *
 * - `collect`: the amount `due`.
 * - `nothing`: the customer owes nothing, or the order is cancelled or returned.
 * - `ask`: the amount for this parcel is not certain, so the carrier must ask the store. `why` is `part` if the order is
 *   sent in several parcels, and `delivered` if it was delivered already, so its cash was probably collected. It is
 *   `unknown` if the newest order or the cash notebook could not be read, or if the app does not know the order's
 *   status. It is also `unknown` if order and notebook have different currencies or decimals.
 */
export type CollectAmount =
  | { code: 'collect'; due: Money }
  | { code: 'nothing' }
  | { code: 'ask'; why: 'part' | 'delivered' | 'unknown' };

type PrintedOrder = Pick<
  OrderDetail,
  'id' | 'status' | 'payment_status' | 'total' | 'paid' | 'items' | 'fulfillments'
>;

/**
 * Returns what the carrier of an order's parcel collects. The amount is the same as on a delivery sheet (readDue), and
 * never more than the customer still owes. `stale`: the order is from the mirror (our copy of the platform's data),
 * because the platform could not be read. Does not reject: a print page shows the other orders even if this read fails.
 */
export async function readCollectAmount(
  { installId, db }: Pick<InstallContext, 'installId' | 'db'>,
  { order, stale }: { order: PrintedOrder; stale: boolean },
): Promise<CollectAmount> {
  const { id, status, total, payment_status } = order;
  const owed = owedMinor(order);
  if (isUndeliverable(status) || owed === 0 || payment_status === 'authorized') return { code: 'nothing' };
  if (stale) return { code: 'ask', why: 'unknown' };
  if (isRepeatedDelivery(status)) return { code: 'ask', why: 'delivered' };
  if (hasSeveralParcels(order)) return { code: 'ask', why: 'part' };
  try {
    const due = await db.transaction(async (tx) => (await readDue(tx, installId, [id])).get(id));
    if (due === undefined || currencyKey(due) !== currencyKey(total)) return { code: 'ask', why: 'unknown' };
    const amountMinor = Math.min(Number(due.dueMinor), owed);
    return amountMinor === 0
      ? { code: 'nothing' }
      : { code: 'collect', due: { ...total, amount_minor: amountMinor } };
  } catch (error) {
    log.error(
      { error },
      'the amount to collect could not be read for print; the label says to ask the store',
    );
    return { code: 'ask', why: 'unknown' };
  }
}

/** True if one shipment of the order does not have all its pieces, or if there are several shipments. */
function hasSeveralParcels(order: PrintedOrder): boolean {
  const shipments = order.fulfillments.filter(({ status }) => status !== 'cancelled');
  return shipments.length > 1 || (shipments.length === 1 && findOutstandingLines(order).length > 0);
}
