import 'server-only';
import { readDue } from '@/lib/deliveries/delivery-rows.server';
import { isUndeliverable } from '@/lib/deliveries/order-end';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { findPartShipments } from '@/lib/orders/order/fulfillment/find-part-shipments.server';
import type { Order } from 'commerce-platform-client/contract/orders';
import type { Money } from '@/lib/shared/numbers/money';

/**
 * The amount that the carrier of one order collects. `hasPartSent`: a part of the order was already sent, so another
 * carrier may collect the amount or a part of it.
 */
export type CollectAmount = { due: Money; hasPartSent: boolean };

/**
 * Returns the amount that the carrier of an order collects, with the same rule as a delivery sheet (readDue). Returns
 * null if there is nothing to collect, for example because the order is paid or cancelled. The caller has just read the
 * order, so the mirror (our copy of the platform's data) has the newest order.
 */
export async function readCollectAmount(
  { installId, db }: Pick<InstallContext, 'installId' | 'db'>,
  { id, status, total }: Pick<Order, 'id' | 'status' | 'total'>,
): Promise<CollectAmount | null> {
  if (isUndeliverable(status)) return null;
  return db.transaction(async (tx) => {
    const due = Number((await readDue(tx, installId, [id])).get(id) ?? 0n);
    if (due === 0) return null;
    const hasPartSent = (await findPartShipments(tx, installId, [id])).has(id);
    return { due: { ...total, amount_minor: due }, hasPartSent };
  });
}
