import 'server-only';
import type { PostedLinkAnswer } from '@/lib/orders/link/order-link';
import { givenAnswer, isLinkOpen, type OpenedLink } from '@/lib/orders/link/open-order-link.server';
import { sealAnswer } from '@/lib/orders/link/order-link-rows.server';
import { dbNow, tenantDb } from '@/lib/system/db';
import { notifyLive } from '@/lib/system/live/notify';

/**
 * Result of a customer's answer at the link of an order.
 *
 * - `done`: the answer is stored, or the same answer was stored before.
 * - `answered`: the link has another answer, which stays.
 * - `message_missing`: the customer asks for a change, but the text is missing.
 * - `over`: the link is no longer valid, so nothing is stored.
 */
export type LinkAnswerOutcome = { code: 'done' | 'answered' | 'message_missing' | 'over' };

/**
 * Stores the first answer of a customer, with the client address and the browser as evidence. The row of the link is
 * locked. If two answers arrive at the same time, only the first one is stored.
 */
export async function answerOrderLink(
  { installId, linkId: id, orderId }: OpenedLink,
  { answer, message: typed }: PostedLinkAnswer,
  origin: { address: string; userAgent: string },
): Promise<LinkAnswerOutcome> {
  const message = answer === 'confirmed' ? '' : typed.trim();
  return tenantDb(installId).transaction(async (tx): Promise<LinkAnswerOutcome> => {
    await tx.$queryRaw`SELECT 1 FROM order_links WHERE install_id = ${installId} AND id = ${id}::uuid FOR UPDATE`;
    const where = { installId_id: { installId, id } };
    const link = await tx.orderLink.findUnique({ where });
    if (!link || !(await isLinkOpen(tx, link))) return { code: 'over' };
    const given = givenAnswer(link);
    if (given) return { code: given.answer === answer && given.message === message ? 'done' : 'answered' };
    if (answer === 'change_requested' && message === '') return { code: 'message_missing' };
    await tx.orderLink.update({
      where,
      data: {
        answer,
        answeredAt: await dbNow(tx),
        answerEnc: sealAnswer({ installId, id }, { ...origin, message }),
      },
    });
    await notifyLive(tx, { installId, kind: 'order', id: orderId });
    return { code: 'done' };
  });
}
