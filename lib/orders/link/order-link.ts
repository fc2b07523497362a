import { z } from 'zod';
import { InstallId, OrderId } from 'commerce-platform-client/contract/ids';
import type { Money } from '@/lib/shared/numbers/money';
import { Text } from 'commerce-platform-client/contract/text';

/** Number of days for which a customer can open an order link. */
export const orderLinkDays = 7;

/** Answers that a customer can give at an order link. Only the first answer counts. */
const linkAnswers = ['confirmed', 'change_requested', 'declined'] as const;
export type LinkAnswer = (typeof linkAnswers)[number];

/**
 * Input of the action that makes an order link.
 *
 * - `linkId`: the form makes this id, so that a second submission of the form makes no second link.
 * - `replaces`: true if the user saw a link without an answer and wants a new one. If false, no new link is made while
 * there is a link without an answer that shows the order as it is now; this link is returned.
 * - `seenLinkId`: the link that the form showed, if `replaces` is true. Another link is not replaced. A page of an earlier
 * release leaves this field out.
 * - `seenAnswerAt`: time of the customer's answer that the form showed (RFC 3339); null if it showed none. If the link
 * has another answer, it is not replaced. A page of an earlier release leaves this field out; then the answers are not
 * compared.
 */
export const CreateOrderLinkCommand = z.object({
  installId: InstallId,
  orderId: OrderId,
  linkId: z.uuid(),
  replaces: z.boolean(),
  seenLinkId: z.uuid().optional(),
  seenAnswerAt: z.iso.datetime().nullable().optional(),
});
export type CreateOrderLinkCommand = z.infer<typeof CreateOrderLinkCommand>;

/**
 * Input of the action that withdraws an order link. If the order has a newer link, the newer link stays valid.
 * `seenAnswerAt`: time of the customer's answer that the form showed (RFC 3339). A link with an answer is withdrawn only
 * with the time of this answer.
 */
export const WithdrawOrderLinkCommand = z.object({
  installId: InstallId,
  orderId: OrderId,
  linkId: z.uuid(),
  seenAnswerAt: z.iso.datetime().nullable().optional(),
});
export type WithdrawOrderLinkCommand = z.infer<typeof WithdrawOrderLinkCommand>;

/**
 * An answer as a customer posted it. `message` is the text of the customer: what to change, or why the order is
 * declined. `message` can be empty.
 */
export const PostedLinkAnswer = z.object({
  answer: z.enum(linkAnswers),
  message: Text.max(2_000),
});
export type PostedLinkAnswer = z.infer<typeof PostedLinkAnswer>;

/**
 * Result of making a link.
 *
 * - `created`: `token` is the secret part of the link's address.
 * - `reused`: the id was used for another link.
 * - `order_ended`: the order can no longer be confirmed.
 * - `unavailable`: the order could not be read from the platform, so the content of the page is not known.
 * - `answered`: the customer has answered in the meantime, so nothing was done.
 */
export type CreateOrderLinkOutcome =
  | { code: 'created'; status: 200; linkId: string; token: string; expiresAt: string }
  | { code: 'reused' | 'order_ended'; status: 409 }
  | LinkAnswered
  | { code: 'unavailable'; status: 503 }
  | { code: 'not_found'; status: 404 };

/**
 * Refusal of a new link or of a withdrawal. The link has an answer that the user did not see, so the link and its
 * answer stay. `answeredAt` is RFC 3339.
 */
export type LinkAnswered = { code: 'answered'; status: 409; answer: LinkAnswer; answeredAt: string };

/** Result of a withdrawal. A second withdrawal of the same link is a success without an effect. */
export type WithdrawOrderLinkOutcome =
  | { code: 'withdrawn'; status: 200 }
  | LinkAnswered
  | { code: 'not_found'; status: 404 };

/**
 * The newest link of an order, as the order page shows it.
 *
 * - `open`: the customer has not answered yet. `expired`: the link ended without an answer
 * - `message`: what the customer wrote; null if there is nothing, or if the user may not see it
 * - `hasMessage`: the customer wrote something
 * - `linkId`: id with which the link can be withdrawn; null if it is withdrawn. A server of an earlier release leaves it
 * out
 */
export type OrderLinkView = {
  linkId?: string | null;
  state: 'open' | 'expired' | LinkAnswer;
  expiresAt: string;
  answeredAt: string | null;
  hasMessage: boolean;
  message: string | null;
};

/** The content that the page of an order link shows. It has no phone number, and only the city of the address. */
export type OrderLinkContent = {
  store: { name: string; timeZone: string; country: string };
  number: string;
  firstName: string | null;
  city: string | null;
  items: { name: string; quantity: number; total: Money }[];
  discount: Money;
  shipping: Money;
  tax: Money;
  total: Money;
  /** Amount that the customer still has to pay. */
  due: Money;
  /**
   * True if the app has stored that cash on delivery was agreed. False for orders of other apps, because the platform
   * does not return their payment method.
   */
  isCashOnDelivery: boolean;
};
