import 'server-only';
import { z } from 'zod';
import type { OrderLinkContent, OrderLinkView } from '@/lib/orders/link/order-link';
import { canBeConfirmed } from '@/lib/orders/order/message-steps';
import type { InstallId, OrderId } from 'commerce-platform-client/contract/ids';
import { encrypt, openAs, orUnreadable, type Place } from '@/lib/system/keys/crypto';
import { dbNow, type Tx } from '@/lib/system/db';
import type { OrderLink } from '@/lib/system/generated/prisma/client';

type SealedColumn = 'order_links.link_enc' | 'order_links.content_enc' | 'order_links.answer_enc';
type LinkRow = Pick<OrderLink, 'installId' | 'id'>;

const placeOf = (column: SealedColumn, { installId, id }: LinkRow): Place => ({
  installId,
  column,
  row: [id],
});

const seal = (column: SealedColumn, row: LinkRow, value: unknown): string =>
  encrypt(JSON.stringify(value), placeOf(column, row));

const MoneyValue = z.object({ amount_minor: z.int(), currency: z.string(), decimals: z.int() });
const Content: z.ZodType<OrderLinkContent> = z.object({
  store: z.object({ name: z.string(), timeZone: z.string(), country: z.string() }),
  number: z.string(),
  firstName: z.string().nullable(),
  city: z.string().nullable(),
  items: z.array(z.object({ name: z.string(), quantity: z.int(), total: MoneyValue })),
  discount: MoneyValue,
  shipping: MoneyValue,
  tax: MoneyValue,
  total: MoneyValue,
  due: MoneyValue,
  isCashOnDelivery: z.boolean(),
});

export const sealContent = (row: LinkRow, content: OrderLinkContent): string =>
  seal('order_links.content_enc', row, content);

/**
 * Decrypts the content that the page of an order link shows. Throws UnreadableValue if the content cannot be decrypted.
 */
export const contentOf = (row: OrderLink): OrderLinkContent =>
  openAs(Content, row.contentEnc, placeOf('order_links.content_enc', row));

/** True if the page of an order link shows exactly the given content. */
export function hasContent(row: OrderLink, content: OrderLinkContent): boolean {
  const shown = orUnreadable(() => contentOf(row));
  return shown !== 'unreadable' && JSON.stringify(shown) === JSON.stringify(Content.parse(content));
}

export const sealToken = (row: LinkRow, token: string): string => seal('order_links.link_enc', row, token);

/** Decrypts the token of an order link. Throws UnreadableValue if the token cannot be decrypted. */
export const tokenOf = (row: OrderLink): string =>
  openAs(z.string(), row.linkEnc, placeOf('order_links.link_enc', row));

/**
 * The text that a customer wrote with an answer, and the internet address and browser of the request. The app stores
 * all three as evidence of the answer.
 */
const AnswerDetail = z.object({ message: z.string(), address: z.string(), userAgent: z.string() });
export type AnswerDetail = z.infer<typeof AnswerDetail>;

export const sealAnswer = (row: LinkRow, detail: AnswerDetail): string =>
  seal('order_links.answer_enc', row, detail);

/** Decrypts the details of an answer; null if there is no answer, or if they cannot be decrypted. */
export function answerDetailOf(row: OrderLink): AnswerDetail | null {
  const { answerEnc } = row;
  if (answerEnc === null) return null;
  const detail = orUnreadable(() => openAs(AnswerDetail, answerEnc, placeOf('order_links.answer_enc', row)));
  return detail === 'unreadable' ? null : detail;
}

/**
 * Locks the links of an order until the transaction ends, so that two requests to make a link are processed one after
 * the other. The lock is an advisory lock, because an order without a link has no row that could be locked.
 */
export async function lockOrderLinks(tx: Tx, installId: InstallId, orderId: OrderId): Promise<void> {
  await tx.$queryRaw`
    SELECT 1 FROM pg_advisory_xact_lock(hashtextextended(${`${installId} order link ${orderId}`}, 0))`;
}

/**
 * Returns the link of an order that the order page shows: the newest link that is not left out. Returns null if there
 * is none. Two kinds of links are left out: a withdrawn link without an answer, and a link without an answer if the
 * order can no longer be confirmed. So the page may show an earlier link that has an answer. `mayKnow`: the user may
 * see personal data.
 */
export async function findLinkView(
  tx: Tx,
  { installId, mayKnow }: { installId: InstallId; mayKnow: boolean },
  { id: orderId, status }: { id: OrderId; status: string },
): Promise<OrderLinkView | null> {
  const waiting = canBeConfirmed(status) ? [{ withdrawnAt: null }] : [];
  const row = await tx.orderLink.findFirst({
    where: { installId, orderId, OR: [{ answer: { not: null } }, ...waiting] },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  });
  if (!row) return null;
  const message = answerDetailOf(row)?.message || null;
  const view = {
    linkId: row.withdrawnAt === null ? row.id : null,
    expiresAt: row.expiresAt.toISOString(),
    answeredAt: row.answeredAt?.toISOString() ?? null,
    hasMessage: message !== null,
    message: mayKnow ? message : null,
  };
  const answer = answerOf(row);
  if (answer !== null) return { ...view, state: answer };
  return { ...view, state: row.expiresAt > (await dbNow(tx)) ? 'open' : 'expired' };
}

/** Returns the answer of a link; null if there is none. */
export function answerOf({
  answer,
}: Pick<OrderLink, 'answer'>): Exclude<OrderLinkView['state'], 'open' | 'expired'> | null {
  switch (answer) {
    case 'confirmed':
    case 'change_requested':
    case 'declined':
      return answer;
    default:
      return null;
  }
}
