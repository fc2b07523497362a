import type {
  FulfillmentStatus,
  OrderStatus,
  PaymentStatus,
  SettableOrderStatus,
} from 'commerce-platform-client/contract/orders';
import { knownKey } from '@/lib/shared/known-key';

type StatusTone = 'neutral' | 'brand' | 'good' | 'warn' | 'bad' | 'info';

/**
 * Color of each known order status on screens. Only failures have the color `bad` (platform: Order status). A status
 * that needs no action of the merchant has the color `neutral`, so that the other statuses stand out.
 */
export const orderStatusTone = {
  placed: 'warn',
  approved: 'info',
  processing: 'info',
  shipped: 'brand',
  delivered: 'neutral',
  delivered_failed: 'bad',
  returned: 'neutral',
  cancelled: 'neutral',
  completed: 'neutral',
  partially_refunded: 'neutral',
  refunded: 'neutral',
} as const satisfies Record<OrderStatus, StatusTone>;

/** Order statuses in which no payment is expected for an unpaid order. */
const endedStatuses = ['cancelled', 'returned', 'refunded'] as const;

/** Returns the status if it is one in which no payment is expected for an unpaid order; otherwise null. */
export const endedStatusOf = (status: string): (typeof endedStatuses)[number] | null =>
  endedStatuses.find((one) => one === status) ?? null;

/** Color of each known payment status on screens (platform: Payment status). */
export const paymentStatusTone = {
  not_required: 'neutral',
  unpaid: 'warn',
  pending: 'warn',
  authorized: 'info',
  partially_paid: 'warn',
  paid: 'neutral',
  partially_refunded: 'neutral',
  refunded: 'neutral',
  failed: 'bad',
} as const satisfies Record<PaymentStatus, StatusTone>;

/** Color of each known fulfillment status on screens (platform: Fulfillment status). */
export const fulfillmentStatusTone = {
  pending: 'warn',
  shipped: 'brand',
  delivered: 'neutral',
  cancelled: 'neutral',
} as const satisfies Record<FulfillmentStatus, StatusTone>;

/**
 * Returns the color of a payment status. A failed payment is always `bad`. For a cancelled order, every other payment
 * status is neutral, because no payment is expected. An unknown payment status is also neutral.
 */
export function paymentTone(paymentStatus: string, orderStatus: string): StatusTone {
  const known = knownKey(paymentStatusTone, paymentStatus);
  if (!known) return 'neutral';
  const tone = paymentStatusTone[known];
  return orderStatus === 'cancelled' && tone !== 'bad' ? 'neutral' : tone;
}

const settable = {
  placed: true,
  approved: true,
  processing: true,
  shipped: true,
  delivered: true,
  delivered_failed: true,
  returned: true,
  cancelled: true,
} satisfies Record<SettableOrderStatus, true>;

/**
 * Order statuses that an app may request (STA-1). These statuses are listed here and not taken from the contract's zod
 * schemas, so that the browser does not have to load zod.
 */
export const settableStatuses = Object.keys(settable) as SettableOrderStatus[];
