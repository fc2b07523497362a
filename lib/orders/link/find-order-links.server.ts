import 'server-only';
import type { LinkAnswer } from '@/lib/orders/link/order-link';
import { answerDetailOf, answerOf, contentOf } from '@/lib/orders/link/order-link-rows.server';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import type { Tx } from '@/lib/system/db';
import { orUnreadable } from '@/lib/system/keys/crypto';
import { phoneKeys } from '@/lib/system/keys/customer-columns';

/**
 * The data of a customer that is stored with a confirmation link of an order. Times are RFC 3339. `firstName` and
 * `city` are null if the page of the link does not show them. `message`, `address` (the internet address) and
 * `userAgent` are empty if there is no answer.
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
 * What the links of a customer are found by. `phone`: the phone number (E.164) that was stored with the link.
 * `orderIds`: the ids of the customer's orders, for links that were stored without a phone number.
 */
type LinkOwner = { phone: string; orderIds: readonly string[] };

/** Returns the ids of the links of a customer's orders, the newest first. Withdrawn links are included. */
export async function findOrderLinkIds(
  tx: Tx,
  installId: InstallId,
  { phone, orderIds }: LinkOwner,
): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM (
      SELECT id, created_at FROM order_links
      WHERE install_id = ${installId} AND phone_key = ANY(${phoneKeys('order_links', installId, phone)})
      UNION ALL
      SELECT id, created_at FROM order_links
      WHERE install_id = ${installId} AND phone_key IS NULL AND order_id = ANY(${[...orderIds]})
    ) AS found ORDER BY created_at DESC, id DESC`;
  return rows.map(({ id }) => id);
}

/** Reads links by id, in the sequence of `ids`. Unknown ids are left out. */
export async function readOrderLinks(
  tx: Tx,
  installId: InstallId,
  ids: readonly string[],
): Promise<LinkOfPerson[]> {
  const rows = await tx.orderLink.findMany({ where: { installId, id: { in: [...ids] } } });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    if (!row) return [];
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
