import 'server-only';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { buryOrder, openDetail, writeOrderDetail } from '@/lib/mirror/order-mirror.server';
import { touchSynced } from '@/lib/mirror/sync-state.server';
import type { OrderView } from '@/lib/orders/order-view';
import type { OrderDetail } from '@/lib/platform/contract/orders';
import { Order } from '@/lib/platform/contract/orders';
import { PlatformError } from '@/lib/platform/platform-error';
import { OrderId } from '@/lib/shared/ids';
import { nextFence } from '@/lib/system/db';

/** A person waits this long for the platform; then the mirror's copy is shown, marked as stale. */
const personDeadlineMs = 4_000;

/**
 * The order as a person looks: read from the platform, so that customer and address can be shown (with
 * clients:read) without being stored, and mirrored on the way. platform: GET /orders/{id}.
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
    // A gateway's 404 has no envelope, and says nothing of the order.
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
  // A header alone can't fill the page, and an empty list of lines would be a lie.
  if (!row?.detail || !row.detailReadAt) throw cause;
  const order = { ...Order.parse(row.header), ...openDetail(installId, row.detail) };
  return { code: 'found' as const, view: await viewOf(context, order, row.detailReadAt, true) };
}

async function viewOf(
  context: InstallContext,
  order: OrderDetail,
  readAt: Date,
  stale: boolean,
): Promise<OrderView> {
  const { installId } = context;
  const { created, row } = await context.db.transaction(async (tx) => ({
    created: await tx.createdOrder.findUnique({
      where: { installId_orderId: { installId, orderId: order.id } },
    }),
    row: await tx.mirrorOrder.findUnique({
      where: { installId_id: { installId, id: order.id } },
      select: { eventReadAt: true },
    }),
  }));
  return {
    order,
    confirmation: created ? (row?.eventReadAt ? 'confirmed' : 'sent') : null,
    paymentMethod: created?.paymentMethod ?? null,
    readAt: readAt.toISOString(),
    stale,
  };
}
