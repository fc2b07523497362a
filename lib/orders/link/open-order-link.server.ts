import 'server-only';
import type { LinkAnswer, OrderLinkContent } from '@/lib/orders/link/order-link';
import { answerDetailOf, answerOf, contentOf } from '@/lib/orders/link/order-link-rows.server';
import { canBeConfirmed } from '@/lib/orders/order/message-steps';
import type { StoreContact } from '@/lib/shared/messages/store-contact';
import { InstallId, OrderId } from 'commerce-platform-client/contract/ids';
import { isToken, orUnreadable, sha256Hex } from '@/lib/system/keys/crypto';
import { dbNow, tenantDb, type Tx, withSystem } from '@/lib/system/db';
import type { OrderLink } from '@/lib/system/generated/prisma/client';

/** The customer's answer at a link. `message` is what the customer wrote; empty if the customer wrote nothing. */
export type GivenAnswer = { answer: LinkAnswer; answeredAt: Date; message: string };

/** An order that was found by a customer's link, with the data that the page of the link shows. */
export type OpenedLink = {
  installId: InstallId;
  linkId: string;
  orderId: OrderId;
  content: OrderLinkContent;
  /** How the customer reaches the store. */
  contact: StoreContact;
  /** The answer of the customer; null if the customer has not answered yet. */
  given: GivenAnswer | null;
};

/**
 * Returns the order of a link's token. Returns null if the token is unknown, incomplete, expired or withdrawn. Also
 * returns null if the store has uninstalled the app, or if the order can no longer be confirmed and has no answer. The
 * caller cannot distinguish these cases. Nothing is changed. `readContact` reads how the customer reaches the store, in
 * the same transaction.
 */
export async function openOrderLink(
  token: string,
  readContact: (tx: Tx, installId: InstallId) => Promise<StoreContact>,
): Promise<OpenedLink | null> {
  if (!isToken(token)) return null;
  const found = await withSystem((tx) =>
    tx.orderLink.findFirst({ where: { tokenHash: sha256Hex(token) }, select: { installId: true, id: true } }),
  );
  if (!found) return null;
  const installId = InstallId.parse(found.installId);
  return tenantDb(installId).transaction(async (tx) => {
    const link = await tx.orderLink.findUnique({ where: { installId_id: { installId, id: found.id } } });
    if (!link || !(await isLinkOpen(tx, link))) return null;
    const content = orUnreadable(() => contentOf(link));
    if (content === 'unreadable') return null;
    return {
      installId,
      linkId: link.id,
      orderId: OrderId.parse(link.orderId),
      content,
      contact: await readContact(tx, installId),
      given: givenAnswer(link),
    };
  });
}

/** True if the customer may open the page of the order link now. */
export async function isLinkOpen(tx: Tx, link: OrderLink): Promise<boolean> {
  const { installId, orderId: id, expiresAt, withdrawnAt } = link;
  if (withdrawnAt !== null || expiresAt <= (await dbNow(tx))) return false;
  const install = await tx.install.findUnique({ where: { installId }, select: { revokedAt: true } });
  if (!install || install.revokedAt) return false;
  if (link.answer !== null) return true;
  const order = await tx.mirrorOrder.findFirst({
    where: { installId, id, deletedAt: null },
    select: { status: true },
  });
  return order !== null && canBeConfirmed(order.status);
}

/** Returns the customer's answer at the given link; null if there is none. */
export function givenAnswer(link: OrderLink): GivenAnswer | null {
  const answer = answerOf(link);
  if (answer === null || link.answeredAt === null) return null;
  return { answer, answeredAt: link.answeredAt, message: answerDetailOf(link)?.message ?? '' };
}
