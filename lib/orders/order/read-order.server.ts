import 'server-only';
import { markInstallationDue } from '@/lib/installs/refresh-installation.server';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { listOrderOperations } from '@/lib/operations/activity/list-order-operations.server';
import { listRefusals } from '@/lib/operations/activity/list-refusals.server';
import {
  buryOrder,
  hasAddressOf,
  openDetail,
  writeOrderDetail,
} from '@/lib/mirror/orders/order-mirror.server';
import { touchSynced } from '@/lib/mirror/sync-state.server';
import { readPictures } from '@/lib/mirror/products/read-pictures.server';
import { readOrderRows } from '@/lib/orders/list/read-order-page.server';
import { hasAddressIn, whyNoShipment } from '@/lib/orders/order/fulfillment/shipping-need';
import { findLinkView } from '@/lib/orders/link/order-link-rows.server';
import { findTrackingUrls } from '@/lib/orders/order/fulfillment/find-tracking-urls.server';
import { orderKinds } from '@/lib/orders/order-kinds.server';
import { orderMoves, refusedMoves } from '@/lib/orders/order-moves';
import { cashParts } from '@/lib/orders/order/cash-parts';
import { paymentFacts } from '@/lib/orders/order/payment-facts';
import { orderTimeline } from '@/lib/orders/order/order-timeline';
import type { LinkedOrder, OrderView } from '@/lib/orders/order-view';
import { differingStorePrices } from '@/lib/orders/order/order-terms';
import { discountReasonOfOrder } from '@/lib/orders/new-order/record-created-order.server';
import { setOrderStatusKind } from '@/lib/orders/order/set-order-status.server';
import type { OrderDetail } from 'commerce-platform-client/contract/orders';
import { Order } from 'commerce-platform-client/contract/orders';
import { PlatformError } from 'commerce-platform-client/platform-error';
import { OrderId } from 'commerce-platform-client/contract/ids';
import { hasRight } from '@/lib/shared/roles/roles';
import { nextFence, type Tx } from '@/lib/system/db';

/**
 * How long a user waits for the platform's response, in milliseconds. After that, the page shows the order from the
 * mirror (our copy of the platform's data), with a note that the data may be old.
 */
const personDeadlineMs = 4_000;
/** Maximum number of writes of this app that the history of an order shows. */
const operationsMax = 100;

/**
 * Reads an order from the platform each time that a user opens it. With the scope clients:read, the page shows the
 * customer and the address. Both must come from the platform, because the mirror (our copy of its data) does not
 * contain them. All other data of the order is copied to the mirror. platform: GET /orders/{id}.
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
    // An order in a response of the platform has the customer only if the app has clients:read (ORD-4). If the response
    // does not agree with the stored scopes, the stored scopes are outdated. Then the worker sends GET /installation
    // again, so that the settings screen agrees with the order page.
    const isCustomerShown = body.data.customer !== undefined;
    if (context.scopes.has('clients:read') !== isCustomerShown) await markInstallationDue(context.installId);
    return { code: 'found', view: await viewOf(context, body.data, new Date(), false) };
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    // Without the platform's error body, a 404 can come from a gateway, and the order may still exist. With the body,
    // the order does not exist.
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
  // The mirror may have only the list data of the order, which contains no order lines. Then the platform's error is
  // thrown. Otherwise, the page would wrongly show an order without lines.
  if (!row?.detail || !row.detailReadAt) throw cause;
  const order = { ...Order.parse(row.header), ...openDetail(row) };
  return { code: 'found' as const, view: await viewOf(context, order, row.detailReadAt, true) };
}

/**
 * Removes the personal data from an order, as the platform does for an app without clients:read (ORD-4). The note and
 * the reasons of refunds are removed too, because people type them and they can contain a name (D5).
 */
function withoutPerson({ customer, shipping_address, note, refunds, ...order }: OrderDetail): OrderDetail {
  return { ...order, note: null, refunds: refunds.map((refund) => ({ ...refund, reason: null })) };
}

async function viewOf(
  context: InstallContext,
  order: OrderDetail,
  readAt: Date,
  stale: boolean,
): Promise<OrderView> {
  const { installId } = context;
  const mayKnow = hasRight(context.role, 'see_personal_data');
  const { created, row, listed, operations, refusals, replaces, replacedBy, pictures, link, trackingUrls } =
    await context.db.transaction(async (tx) => {
      const created = await tx.createdOrder.findUnique({
        where: { installId_orderId: { installId, orderId: order.id } },
      });
      const row = await tx.mirrorOrder.findUnique({
        where: { installId_id: { installId, id: order.id } },
        select: { detail: true },
      });
      const [listed] = await readOrderRows(tx, { installId, mayKnow: false }, [order.id]);
      const madeBy = created?.operationId ?? null;
      const which = { orderId: order.id, madeBy, limit: operationsMax };
      const operations = await listOrderOperations(tx, installId, which, orderKinds);
      const refusals = await listRefusals(tx, installId, setOrderStatusKind.kind);
      const successor = await tx.createdOrder.findFirst({
        where: { installId, replacesOrderId: order.id },
        orderBy: { createdAt: 'desc' },
        select: { orderId: true },
      });
      const replaces = await findLinkedOrder(tx, installId, created?.replacesOrderId);
      const replacedBy = await findLinkedOrder(tx, installId, successor?.orderId);
      const variantIds = order.items.flatMap(({ variant_id }) => variant_id ?? []);
      const pictures = await readPictures(tx, installId, variantIds);
      const trackingUrls = await findTrackingUrls(tx, installId, order.fulfillments);
      const link = await findLinkView(tx, { installId, mayKnow }, order);
      return {
        created,
        row,
        listed,
        operations,
        refusals,
        replaces,
        replacedBy,
        pictures,
        link,
        trackingUrls,
      };
    });
  const paymentMethod = created?.paymentMethod ?? null;
  const payment = paymentFacts({ order, paymentMethod });
  return {
    order: {
      ...(mayKnow ? order : withoutPerson(order)),
      fulfillments: order.fulfillments.map((parcel) => {
        const trackingUrl = trackingUrls.get(parcel.id);
        return trackingUrl === undefined ? parcel : { ...parcel, trackingUrl };
      }),
    },
    pictures: Object.fromEntries(pictures),
    confirmation: listed?.confirmation ?? null,
    paymentMethod,
    payment,
    cashParts: cashParts(order, payment),
    terms: {
      discountReason: created && mayKnow ? discountReasonOfOrder(created) : null,
      storePrices: differingStorePrices(order, created?.storePrices),
    },
    replaces,
    replacedBy,
    noShipment: whyNoShipment({
      ...order,
      hasAddress: hasAddressIn(order) ?? hasAddressOf(row?.detail),
      lines: order,
    }),
    moves: orderMoves(order.status, refusedMoves(refusals)),
    timeline: orderTimeline(order, operations, operationsMax),
    link,
    readAt: readAt.toISOString(),
    stale,
  };
}

/**
 * Returns the number and the status of an order from the mirror. Returns null if `orderId` is missing, or if the mirror
 * does not contain the order.
 */
async function findLinkedOrder(
  tx: Tx,
  installId: string,
  orderId: string | null | undefined,
): Promise<LinkedOrder | null> {
  if (!orderId) return null;
  const row = await tx.mirrorOrder.findFirst({
    where: { installId, id: orderId, deletedAt: null },
    select: { orderNumber: true, status: true },
  });
  return row && { orderId, number: row.orderNumber, status: row.status };
}
