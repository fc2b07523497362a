import 'server-only';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { listOrderOperations } from '@/lib/operations/activity/list-order-operations.server';
import { listRefusals } from '@/lib/operations/activity/list-refusals.server';
import { buryOrder, openDetail, writeOrderDetail } from '@/lib/mirror/orders/order-mirror.server';
import { touchSynced } from '@/lib/mirror/sync-state.server';
import { orderKinds } from '@/lib/orders/order-kinds.server';
import { orderMoves, refusedMoves } from '@/lib/orders/order-moves';
import { orderTimeline } from '@/lib/orders/order/order-timeline';
import type { OrderView } from '@/lib/orders/order-view';
import { setOrderStatusKind } from '@/lib/orders/order/set-order-status.server';
import type { OrderDetail } from '@/lib/platform/contract/orders';
import { Order } from '@/lib/platform/contract/orders';
import { PlatformError } from '@/lib/platform/platform-error';
import { OrderId } from '@/lib/shared/ids';
import { nextFence } from '@/lib/system/db';

/** Milliseconds that a user waits for the platform. After that the mirror's copy is shown, marked as stale. */
const personDeadlineMs = 4_000;
/** Maximum number of the app's writes in the timeline. */
const operationsMax = 100;

/**
 * Reads the order from the platform when a user opens it. So the customer and the address can be shown (with
 * clients:read) without being stored. The order is also mirrored. platform: GET /orders/{id}.
 */
export async function readOrder(
  context: InstallContext,
  orderId: string,
): Promise<{ code: 'found'; view: OrderView } | { code: 'not_found' }> {
  const parsed = OrderId.safeParse(orderId);
  if (!parsed.success) return { code: 'not_found' };
  const id = parsed.data;
  const fence = await context.db.transaction(nextFence);
  const origin = { fence, byEvent: false };
  try {
    const { body } = await context.platform.getOrder(id, { deadlineMs: personDeadlineMs });
    await context.db.transaction(async (tx) => {
      await writeOrderDetail(tx, context.installId, body.data, origin);
      await touchSynced(tx, context.installId);
    });
    return { code: 'found', view: await viewOf(context, body.data, new Date(), false) };
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    // A 404 from a gateway has no error envelope and proves nothing about the order.
    if (error.status === 404 && error.code === 'not_found') {
      await context.db.transaction((tx) => buryOrder(tx, context.installId, id, origin));
      return { code: 'not_found' };
    }
    return fromMirror(context, id, error);
  }
}

async function fromMirror(context: InstallContext, id: OrderId, cause: PlatformError) {
  const { installId } = context;
  const row = await context.db.transaction((tx) =>
    tx.mirrorOrder.findFirst({ where: { installId, id, deletedAt: null } }),
  );
  // A header alone cannot fill the page, and an empty list of lines would be wrong.
  if (!row?.detail || !row.detailReadAt) throw cause;
  const order = { ...Order.parse(row.header), ...openDetail(row) };
  return { code: 'found' as const, view: await viewOf(context, order, row.detailReadAt, true) };
}

async function viewOf(
  context: InstallContext,
  order: OrderDetail,
  readAt: Date,
  stale: boolean,
): Promise<OrderView> {
  const { installId } = context;
  const { created, row, operations, refusals } = await context.db.transaction(async (tx) => {
    const created = await tx.createdOrder.findUnique({
      where: { installId_orderId: { installId, orderId: order.id } },
    });
    const row = await tx.mirrorOrder.findUnique({
      where: { installId_id: { installId, id: order.id } },
      select: { eventReadAt: true },
    });
    const madeBy = created?.operationId ?? null;
    const which = { orderId: order.id, madeBy, limit: operationsMax };
    const operations = await listOrderOperations(tx, installId, which, orderKinds);
    const refusals = await listRefusals(tx, installId, setOrderStatusKind.kind);
    return { created, row, operations, refusals };
  });
  return {
    order,
    confirmation: created ? (row?.eventReadAt ? 'confirmed' : 'sent') : null,
    paymentMethod: created?.paymentMethod ?? null,
    moves: orderMoves(order.status, refusedMoves(refusals)),
    timeline: orderTimeline(order, operations, operationsMax),
    readAt: readAt.toISOString(),
    stale,
  };
}
