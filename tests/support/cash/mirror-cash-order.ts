import { randomUUID } from 'node:crypto';
import { writeOrderDetail } from '@/lib/mirror/orders/order-mirror.server';
import { OrderDetail } from 'commerce-platform-client/contract/orders';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import { nextFence, tenantDb } from '@/lib/system/db';

type CashOrder = {
  id?: string;
  status?: string;
  payment?: string;
  minor?: number;
  paid?: number;
  refunded?: number;
  currency?: string;
  decimals?: number;
  /** Provider in the order's fulfillment; null if the order has no fulfillment. */
  carrier?: string | null;
  tracking?: string | null;
  /** Time of the last change of the order and of its fulfillment. */
  at?: Date;
  /** Time at which the order was placed. It is `at` if it is left out. */
  placedAt?: Date;
};

/**
 * Writes an order to the mirror (the app's copy), as the app does after a read of the platform. Returns the id of the
 * order.
 */
export async function mirrorCashOrder(installId: InstallId, order: CashOrder = {}): Promise<string> {
  const { id = `ord_${randomUUID()}`, status = 'delivered', payment = 'unpaid', minor = 1_000 } = order;
  const {
    paid = 0,
    refunded = 0,
    currency = 'SYP',
    decimals = 0,
    carrier = 'Aramex',
    tracking = null,
    at = new Date(),
  } = order;
  const money = (amount: number) => ({ amount_minor: amount, currency, decimals });
  const time = at.toISOString();
  const detail = OrderDetail.parse({
    id,
    order_number: id.slice(-6),
    status,
    payment_status: payment,
    source: 'app',
    line_pricing: 'net',
    subtotal: money(minor),
    discount: money(0),
    shipping: money(0),
    tax: money(0),
    total: money(minor),
    paid: money(paid),
    refunded: money(refunded),
    exchange_rate: null,
    tags: [],
    created_at: (order.placedAt ?? at).toISOString(),
    updated_at: time,
    items: [],
    fulfillments:
      carrier === null
        ? []
        : [
            {
              id: `ful_${id}`,
              status: status === 'delivered' ? 'delivered' : 'shipped',
              provider: carrier,
              tracking_number: tracking,
              lines: [],
              created_at: time,
              updated_at: time,
            },
          ],
    refunds: [],
    note: null,
    attributes: {},
    shipping_address: null,
  });
  await tenantDb(installId).transaction(async (tx) =>
    writeOrderDetail(tx, installId, detail, { fence: await nextFence(tx), byEvent: false }),
  );
  return id;
}
