import 'server-only';
import type { LinkAnswer } from '@/lib/orders/link/order-link';
import { answerDetailOf, answerOf, contentOf } from '@/lib/orders/link/order-link-rows.server';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import type { Tx } from '@/lib/system/db';
import { orUnreadable } from '@/lib/system/keys/crypto';
import { phoneKeys } from '@/lib/system/keys/customer-columns';

/**
 * What the confirmation link of an order has about its customer. Times are RFC 3339. `firstName` and `city` are null if
 * the page does not show them. `message`, `address` (the internet address) and `userAgent` are empty without an answer.
 */
export type LinkOfPerson = {
  orderId: string;
  number: string;
  createdAt: string;
  firstName: string | null;
  city: string | null;
  answer: LinkAnswer | null;
  answeredAt: string | null;
  message: string;
  address: string;
  userAgent: string;
};

/**
 * Returns the links of a customer's orders, also the withdrawn ones, the newest first. A link is found by the phone
 * number (E.164), or by one of the customer's orders if it was made without a number.
 */
export async function findOrderLinks(
  tx: Tx,
  installId: InstallId,
  { phone, orderIds }: { phone: string; orderIds: readonly string[] },
): Promise<LinkOfPerson[]> {
  const rows = await tx.orderLink.findMany({
    where: {
      installId,
      OR: [
        { phoneKey: { in: phoneKeys('order_links', installId, phone) } },
        { phoneKey: null, orderId: { in: [...orderIds] } },
      ],
    },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  });
  return rows.map((row) => {
    const shown = orUnreadable(() => contentOf(row));
    const content = shown === 'unreadable' ? null : shown;
    const detail = answerDetailOf(row);
    return {
      orderId: row.orderId,
      number: content?.number ?? '',
      createdAt: row.createdAt.toISOString(),
      firstName: content?.firstName ?? null,
      city: content?.city ?? null,
      answer: answerOf(row),
      answeredAt: row.answeredAt?.toISOString() ?? null,
      message: detail?.message ?? '',
      address: detail?.address ?? '',
      userAgent: detail?.userAgent ?? '',
    };
  });
}
