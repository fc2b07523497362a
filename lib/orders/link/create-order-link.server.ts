import 'server-only';
import type { InstallContext } from '@/lib/installs/require-install.server';
import {
  type CreateOrderLinkCommand,
  type CreateOrderLinkOutcome,
  type LinkAnswered,
  type OrderLinkContent,
  orderLinkDays,
  type WithdrawOrderLinkCommand,
  type WithdrawOrderLinkOutcome,
} from '@/lib/orders/link/order-link';
import {
  answerOf,
  hasContent,
  lockOrderLinks,
  sealContent,
  sealToken,
  tokenOf,
} from '@/lib/orders/link/order-link-rows.server';
import { canBeConfirmed } from '@/lib/orders/order/message-steps';
import { owedMinor } from '@/lib/orders/order/payment-facts';
import { readOrder } from '@/lib/orders/order/read-order.server';
import { findErasedOrders, lockErasures } from '@/lib/orders/purge-order-customers.server';
import type { OrderView } from '@/lib/orders/order-view';
import type { InstallId, OrderId } from 'commerce-platform-client/contract/ids';
import { readPhone } from '@/lib/shared/phone';
import { storableText } from 'commerce-platform-client/contract/storable-text';
import { orUnreadable, randomToken, sha256Hex } from '@/lib/system/keys/crypto';
import { sealCustomer } from '@/lib/system/keys/customer-columns';
import { dbNow, type Tx } from '@/lib/system/db';
import type { OrderLink } from '@/lib/system/generated/prisma/client';
import { notifyLive } from '@/lib/system/live/notify';

/**
 * Makes a link with which the customer confirms an order, and returns its token. A second call with the same `linkId`
 * returns the same link.
 *
 * - An order has at most one valid link. A new link withdraws the earlier one.
 * - The page of a link always shows the order as it was when the link was made. So the customer's answer is about what
 * the customer has read. If the order has changed since then, a new link is made.
 * - A link with an answer is replaced only if the form showed this answer.
 * - A link with the present content of the order is not replaced if the form did not show it, or if it was made after this
 * request started. A user may have sent such a link already, so this link is returned.
 */
export async function createOrderLink(
  context: InstallContext,
  command: CreateOrderLinkCommand,
): Promise<CreateOrderLinkOutcome> {
  const startedAt = await context.db.transaction(dbNow);
  for (let tries = 0; tries < triesMax; tries++) {
    const outcome = await tryToCreate(context, command, startedAt);
    if (outcome !== 'overtaken') return outcome;
  }
  return { code: 'unavailable', status: 503 };
}

/** Maximum number of reads of the order by one request. */
const triesMax = 3;

/**
 * Reads the order and makes the link. Returns `overtaken` if another request has made a link with other content since
 * this read began. Either of the two reads can be the older one, so the order must be read again. `startedAt` is the
 * time at which the whole request began.
 */
async function tryToCreate(
  context: InstallContext,
  { orderId, linkId: id, replaces, seenLinkId, seenAnswerAt }: CreateOrderLinkCommand,
  startedAt: Date,
): Promise<CreateOrderLinkOutcome | 'overtaken'> {
  const { installId, db, actor } = context;
  const readAt = await db.transaction(dbNow);
  const erased = await db.transaction((tx) => findErasedOrders(tx, installId, [orderId]));
  const read = await readOrder(context, orderId);
  if (read.code === 'not_found') return { code: 'not_found', status: 404 };
  const { view } = read;
  if (!canBeConfirmed(view.order.status)) return { code: 'order_ended', status: 409 };
  // No link is made if the order comes from the mirror (our copy of the platform's data), because the mirror has no
  // customers. A link that is stored without the customer could not be found when the customer's data must be erased.
  if (view.stale) return { code: 'unavailable', status: 503 };
  return db.transaction(async (tx): Promise<CreateOrderLinkOutcome | 'overtaken'> => {
    await lockErasures(tx, installId, 'shared');
    await lockOrderLinks(tx, installId, orderId);
    const known = await tx.orderLink.findUnique({ where: { installId_id: { installId, id } } });
    if (known)
      return (
        (known.orderId === orderId && !known.withdrawnAt && created(known)) || { code: 'reused', status: 409 }
      );
    const now = await dbNow(tx);
    const current = await lockCurrentLink(tx, installId, orderId);
    const answered = current && answeredBy(current);
    // A link whose answer the user has not seen is not replaced. If it were replaced, the order page would show the new
    // link, and nobody would read the answer.
    const isUnseen = seenAnswerAt !== undefined && answered?.answeredAt !== asStored(seenAnswerAt);
    if (answered && (replaces || isUnseen)) return answered;
    const content = linkContent(context, view);
    if (current && !answered && current.expiresAt > now) {
      const isSame = hasContent(current, content);
      if (!isSame && current.createdAt > readAt) return 'overtaken';
      const isNewer = current.createdAt > startedAt;
      const isReplaced = replaces && !isNewer && (seenLinkId === undefined || seenLinkId === current.id);
      const outcome = isSame && !isReplaced ? created(current) : null;
      if (outcome) return outcome;
    }
    // A user may have erased the customer after this request read the order. The customer must not be stored again.
    const gone = await findErasedOrders(tx, installId, [orderId]);
    if (gone.size > erased.size) return { code: 'unavailable', status: 503 };
    if (current) await withdraw(tx, current, now);
    const row = { installId, id };
    const token = randomToken();
    const link = await tx.orderLink.create({
      data: {
        ...row,
        orderId,
        tokenHash: sha256Hex(token),
        linkEnc: sealToken(row, token),
        contentEnc: sealContent(row, content),
        ...sealCustomer('order_links', row, { name: '', phone: phoneOf(context, view) }),
        actorSub: actor?.sub ?? null,
        actorName: actor?.name ?? null,
        createdAt: now,
        expiresAt: new Date(now.getTime() + orderLinkDays * 86_400_000),
      },
    });
    await notifyLive(tx, { installId, kind: 'order', id: orderId });
    return { code: 'created', status: 200, linkId: id, token, expiresAt: link.expiresAt.toISOString() };
  });
}

/**
 * Withdraws a link of an order. After that, the page of the link is the same as for an unknown link. A link with an
 * answer is withdrawn only if the form showed this answer. The order page still shows the answer after that.
 */
export async function withdrawOrderLink(
  { installId, db }: Pick<InstallContext, 'installId' | 'db'>,
  { orderId, linkId: id, seenAnswerAt = null }: WithdrawOrderLinkCommand,
): Promise<WithdrawOrderLinkOutcome> {
  return db.transaction(async (tx): Promise<WithdrawOrderLinkOutcome> => {
    await lockOrderLinks(tx, installId, orderId);
    await lockCurrentLink(tx, installId, orderId);
    const link = await tx.orderLink.findUnique({ where: { installId_id: { installId, id } } });
    if (link?.orderId !== orderId) return { code: 'not_found', status: 404 };
    if (link.withdrawnAt === null) {
      const answered = answeredBy(link);
      if (answered && answered.answeredAt !== asStored(seenAnswerAt)) return answered;
      await withdraw(tx, link, await dbNow(tx));
      await notifyLive(tx, { installId, kind: 'order', id: orderId });
    }
    return { code: 'withdrawn', status: 200 };
  });
}

/**
 * Locks and returns the link of an order that is not withdrawn; null if there is none. A transaction that stores a
 * customer's answer locks the same row. So this function waits until the transaction has ended, and then finds the
 * answer.
 */
async function lockCurrentLink(tx: Tx, installId: InstallId, orderId: OrderId): Promise<OrderLink | null> {
  await tx.$queryRaw`
    SELECT 1 FROM order_links WHERE install_id = ${installId} AND order_id = ${orderId} AND withdrawn_at IS NULL FOR UPDATE`;
  return tx.orderLink.findFirst({ where: { installId, orderId, withdrawnAt: null } });
}

async function withdraw(tx: Tx, { installId, id }: OrderLink, withdrawnAt: Date): Promise<void> {
  await tx.orderLink.update({ where: { installId_id: { installId, id } }, data: { withdrawnAt } });
}

/** Returns the refusal for a link that the customer has answered; null if the customer has not answered it. */
function answeredBy(link: OrderLink): LinkAnswered | null {
  const answer = answerOf(link);
  if (answer === null || link.answeredAt === null) return null;
  return { code: 'answered', status: 409, answer, answeredAt: link.answeredAt.toISOString() };
}

/**
 * Converts the time of an answer to the server's format. The form may send the time in another format, but the times
 * are compared as texts.
 */
const asStored = (at: string | null) => (at === null ? null : new Date(at).toISOString());

/**
 * Returns the result `created` for a stored link, with the link's token. Returns null if the token cannot be decrypted.
 */
function created(link: OrderLink): CreateOrderLinkOutcome | null {
  const token = orUnreadable(() => tokenOf(link));
  if (token === 'unreadable') return null;
  return { code: 'created', status: 200, linkId: link.id, token, expiresAt: link.expiresAt.toISOString() };
}

function phoneOf({ store }: InstallContext, { order }: OrderView): string {
  const reading = readPhone(order.customer?.phone ?? '', store.country);
  return reading.ok ? reading.e164 : '';
}

/** Returns what the page of a new link shows: the order with its current data from the store. */
function linkContent({ store }: InstallContext, { order, paymentMethod }: OrderView): OrderLinkContent {
  const { total, discount, shipping, tax } = order;
  const city = order.shipping_address?.['city'];
  const text = (value: unknown): string | null =>
    (typeof value === 'string' && storableText(value).trim()) || null;
  return {
    store: { name: store.name, timeZone: store.timezone, country: store.country },
    number: order.order_number,
    firstName: text(order.customer?.first_name),
    city: text(city),
    items: order.items.map((item) => ({
      name: storableText(item.name),
      quantity: item.quantity,
      total: item.total,
    })),
    discount,
    shipping,
    tax,
    total,
    due: { ...total, amount_minor: owedMinor(order) },
    isCashOnDelivery: paymentMethod === 'cod',
  };
}
