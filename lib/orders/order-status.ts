import type {
  FulfillmentStatus,
  OrderStatus,
  PaymentStatus,
  SettableOrderStatus,
} from '@/lib/platform/contract/orders';

type StatusTone = 'neutral' | 'brand' | 'good' | 'warn' | 'bad' | 'info';

/** Display colour (tone) of each known order status. Only failures have the tone `bad` (platform: Order status). */
export const orderStatusTone = {
  placed: 'warn',
  approved: 'info',
  processing: 'info',
  shipped: 'brand',
  delivered: 'good',
  delivered_failed: 'bad',
  returned: 'neutral',
  cancelled: 'neutral',
  completed: 'good',
  partially_refunded: 'neutral',
  refunded: 'neutral',
} as const satisfies Record<OrderStatus, StatusTone>;

/** Display colour (tone) of each known payment status (platform: Payment status). */
export const paymentStatusTone = {
  not_required: 'neutral',
  unpaid: 'warn',
  pending: 'warn',
  authorized: 'info',
  partially_paid: 'warn',
  paid: 'good',
  partially_refunded: 'neutral',
  refunded: 'neutral',
  failed: 'bad',
} as const satisfies Record<PaymentStatus, StatusTone>;

/** Display colour (tone) of each known fulfillment status (platform: Fulfillment status). */
export const fulfillmentStatusTone = {
  pending: 'warn',
  shipped: 'brand',
  delivered: 'good',
  cancelled: 'neutral',
} as const satisfies Record<FulfillmentStatus, StatusTone>;

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
 * Order statuses that an app may request (STA-1). The list is written here and not taken from the contract's zod
 * schemas, so that the browser need not load them.
 */
export const settableStatuses = Object.keys(settable) as SettableOrderStatus[];
