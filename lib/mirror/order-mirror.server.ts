import 'server-only';
import type { Order, OrderDetail } from '@/lib/platform/contract/orders';
import type { InstallId, OrderId } from '@/lib/shared/ids';
import type { Tx } from '@/lib/system/db';
import { Prisma } from '@/lib/system/generated/prisma/client';
import { notifyLive } from '@/lib/system/notify';

/** Where a row came from: the fence was taken before the read was sent. */
export type ReadOrigin = {
  fence: bigint;
  /** The read was asked for by an event: what makes an order of ours "confirmed". */
  byEvent: boolean;
};

/**
 * Writes what GET /orders gave. The mirror only moves forward (design, invariant 4): a row is replaced when
 * updated_at is greater, or equal with a greater fence. Answers how many rows changed.
 */
export async function writeOrders(
  tx: Tx,
  installId: InstallId,
  orders: Order[],
  origin: ReadOrigin,
): Promise<number> {
  let changed = 0;
  for (const order of orders) changed += await writeOrder(tx, installId, order, null, origin);
  return changed;
}

/**
 * Writes what GET /orders/{id} gave, or the answer of a write that has that shape. customer and shipping_address
 * are dropped here, whoever calls (design, invariant 5).
 */
export async function writeOrderDetail(
  tx: Tx,
  installId: InstallId,
  detail: OrderDetail,
  origin: ReadOrigin,
): Promise<void> {
  const {
    items,
    fulfillments,
    refunds,
    note,
    attributes,
    customer: _c,
    shipping_address: _a,
    ...header
  } = detail;
  const before = await tx.mirrorOrder.findUnique({
    where: { installId_id: { installId, id: detail.id } },
    select: { updatedAt: true, eventReadAt: true, deletedAt: true },
  });
  const changed = await writeOrder(
    tx,
    installId,
    header,
    { items, fulfillments, refunds, note, attributes },
    origin,
  );
  // The row may have come from a later read that no event asked for: the event confirms it all the same.
  const confirmed =
    origin.byEvent && changed === 0
      ? await tx.mirrorOrder.updateMany({
          where: { installId, id: detail.id, eventReadAt: null, deletedAt: null },
          data: { eventReadAt: new Date() },
        })
      : { count: 0 };
  // A read that found nothing new is not told: a screen that reads on a change would be told of its own reading.
  const isNews =
    !before ||
    before.deletedAt !== null ||
    before.updatedAt < new Date(detail.updated_at) ||
    (origin.byEvent && before.eventReadAt === null);
  if ((changed > 0 && isNews) || confirmed.count > 0)
    await notifyLive(tx, { installId, kind: 'order', id: detail.id });
}

/** The platform answered 404: a tombstone, which no later event brings back (mirror M5). */
export async function buryOrder(
  tx: Tx,
  installId: InstallId,
  id: OrderId,
  origin: ReadOrigin,
): Promise<void> {
  // An order never seen gets its tombstone too, or an older page of a sweep would bring it in.
  const buried = await tx.$executeRaw`
    INSERT INTO orders AS held (install_id, id, order_number, status, payment_status, total_minor, created_at,
      updated_at, header, fence, deleted_at)
    VALUES (${installId}, ${id}, '', '', '', 0, now(), now(), '{}', ${origin.fence}, now())
    ON CONFLICT (install_id, id) DO UPDATE SET deleted_at = now(), fence = excluded.fence
    WHERE held.deleted_at IS NULL AND held.fence <= excluded.fence`;
  if (buried > 0) await notifyLive(tx, { installId, kind: 'order', id });
}

/** What GET /orders/{id} adds to the list item, without personal data. */
export type MirrorDetail = Pick<OrderDetail, 'items' | 'fulfillments' | 'refunds' | 'note' | 'attributes'>;

async function writeOrder(
  tx: Tx,
  installId: InstallId,
  header: Order,
  detail: MirrorDetail | null,
  origin: ReadOrigin,
): Promise<number> {
  const readAt = new Date();
  const eventReadAt = origin.byEvent ? readAt : null;
  const detailJson = detail && JSON.stringify(detail);
  return tx.$executeRaw`
    INSERT INTO orders AS held (install_id, id, order_number, status, payment_status, source, tags, total_minor,
      created_at, updated_at, header, detail, detail_read_at, fence, event_read_at)
    VALUES (${installId}, ${header.id}, ${header.order_number}, ${header.status}, ${header.payment_status},
      ${header.source}, ${header.tags}, ${header.total.amount_minor}, ${header.created_at}::timestamptz,
      ${header.updated_at}::timestamptz, ${JSON.stringify(header)}::jsonb, ${detailJson}::jsonb,
      ${detail ? readAt : null}::timestamptz, ${origin.fence}, ${eventReadAt}::timestamptz)
    ON CONFLICT (install_id, id) DO UPDATE SET
      order_number = excluded.order_number, status = excluded.status, payment_status = excluded.payment_status,
      source = excluded.source, tags = excluded.tags, total_minor = excluded.total_minor,
      created_at = excluded.created_at, updated_at = excluded.updated_at, header = excluded.header,
      detail = coalesce(excluded.detail, held.detail),
      detail_read_at = coalesce(excluded.detail_read_at, held.detail_read_at),
      fence = excluded.fence, event_read_at = coalesce(excluded.event_read_at, held.event_read_at),
      deleted_at = NULL
    WHERE ${forward}`;
}

// A tombstone is passed only by a read that began after it was set; timestamps say nothing about a deletion.
const forward = Prisma.sql`(excluded.updated_at > held.updated_at AND held.deleted_at IS NULL)
  OR (excluded.updated_at = held.updated_at AND excluded.fence > held.fence)
  OR (held.deleted_at IS NOT NULL AND excluded.fence > held.fence)`;
