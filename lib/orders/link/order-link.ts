import { z } from 'zod';
import { InstallId, OrderId } from 'commerce-platform-client/contract/ids';
import type { Money } from '@/lib/shared/numbers/money';
import { Text } from 'commerce-platform-client/contract/text';

/** Number of days for which a customer can open the link of an order. */
export const orderLinkDays = 7;

/** Answers of a customer at the link of an order. The first answer stays. */
export const linkAnswers = ['confirmed', 'change_requested', 'declined'] as const;
export type LinkAnswer = (typeof linkAnswers)[number];

/**
 * Makes the link of an order.
 *
 * - `linkId`: the form makes it, so sending the form again makes no second link.
 * - `replaces`: if false, and if the order has a link that has no answer and shows the order as it is now, that link is
 *   returned. If true, the user saw such a link without an answer and wants a new one.
 * - `seenAnswerAt`: time of the customer's answer that the form showed (RFC 3339); null if it showed none. A link with
 *   another answer is not replaced. A page of an earlier release leaves this field out, and the answer is then not
 *   compared.
 */
export const CreateOrderLinkCommand = z.object({
  installId: InstallId,
  orderId: OrderId,
  linkId: z.uuid(),
  replaces: z.boolean(),
  seenAnswerAt: z.iso.datetime().nullable().optional(),
});
export type CreateOrderLinkCommand = z.infer<typeof CreateOrderLinkCommand>;

/** Withdraws a link of an order. A newer link of the same order stays valid. */
export const WithdrawOrderLinkCommand = z.object({
  installId: InstallId,
  orderId: OrderId,
  linkId: z.uuid(),
});
export type WithdrawOrderLinkCommand = z.infer<typeof WithdrawOrderLinkCommand>;

/** An answer as a customer posted it. `message` is the wish or the reason; it can be empty. */
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
 * - `unavailable`: the store could not be read, so it is not known what the page would have to show.
 * - `answered`: the customer has answered in the meantime, so nothing was done.
 */
export type CreateOrderLinkOutcome =
  | { code: 'created'; status: 200; linkId: string; token: string; expiresAt: string }
  | { code: 'reused' | 'order_ended'; status: 409 }
  | LinkAnswered
  | { code: 'unavailable'; status: 503 }
  | { code: 'not_found'; status: 404 };

/**
 * Refusal of a new link or a withdrawal: the link has an answer that the user did not see. The answer stays. `answeredAt` is
 * RFC 3339.
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
 * - `open`: the link waits for an answer. `expired`: its time ended without an answer
 * - `message`: what the customer wrote; null if there is nothing, or if the user may not see it
 * - `hasMessage`: the customer wrote something
 */
export type OrderLinkView = {
  state: 'open' | 'expired' | LinkAnswer;
  expiresAt: string;
  answeredAt: string | null;
  hasMessage: boolean;
  message: string | null;
};

/** What the page of a link shows of its order. It has no phone number. Of the address it has only the city. */
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
  /** What the customer still has to pay. */
  due: Money;
  /** True if cash on delivery is agreed. The platform does not return the payment method of other apps' orders. */
  isCashOnDelivery: boolean;
};
