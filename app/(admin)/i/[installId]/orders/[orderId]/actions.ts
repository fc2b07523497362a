'use server';

import type { z } from 'zod';
import { createOrderLink, withdrawOrderLink } from '@/lib/orders/link/create-order-link.server';
import {
  CreateOrderLinkCommand,
  type CreateOrderLinkOutcome,
  WithdrawOrderLinkCommand,
  type WithdrawOrderLinkOutcome,
} from '@/lib/orders/link/order-link';
import { changeFulfillment } from '@/lib/orders/order/fulfillment/change-fulfillment.server';
import { changeOrder } from '@/lib/orders/order/change-order.server';
import { fulfillOrder } from '@/lib/orders/order/fulfillment/fulfill-order.server';
import {
  ChangeFulfillmentCommand,
  ChangeOrderCommand,
  FulfillOrderCommand,
  RefundOrderCommand,
  SetOrderStatusCommand,
} from '@/lib/orders/order/order-commands';
import type { OrderWriteOutcome } from '@/lib/orders/order/order-write-outcome';
import { refundOrder } from '@/lib/orders/order/refund/refund-order.server';
import { setOrderStatus } from '@/lib/orders/order/set-order-status.server';
import { rightOfStatus, rightsOfOrderChange } from '@/lib/installs/roles/rights-of-changes';
import { type CommandRefusal, runCommand } from '@/app/(admin)/i/[installId]/run-command';

/**
 * Changes a sales order: its note, its tags, its attributes or its reference (a link to our record, shown as
 * a chip).
 */
export async function changeOrderAction(
  command: z.input<typeof ChangeOrderCommand>,
): Promise<OrderWriteOutcome> {
  return runCommand(
    ({ change }) => rightsOfOrderChange(change),
    ChangeOrderCommand,
    command,
    changeOrder,
    'change',
  );
}

/** Changes the status of a sales order. */
export async function setOrderStatusAction(
  command: z.input<typeof SetOrderStatusCommand>,
): Promise<OrderWriteOutcome> {
  return runCommand(({ status }) => [rightOfStatus(status)], SetOrderStatusCommand, command, setOrderStatus);
}

/** Creates a fulfillment of a sales order. */
export async function fulfillOrderAction(
  command: z.input<typeof FulfillOrderCommand>,
): Promise<OrderWriteOutcome> {
  return runCommand('fulfil', FulfillOrderCommand, command, fulfillOrder, 'fulfillment');
}

/**
 * Changes the tracking data or the status of a fulfillment. The status can become shipped, delivered or cancelled.
 */
export async function changeFulfillmentAction(
  command: z.input<typeof ChangeFulfillmentCommand>,
): Promise<OrderWriteOutcome> {
  return runCommand('fulfil', ChangeFulfillmentCommand, command, changeFulfillment, 'change');
}

/** Refunds a sales order, in full or in part. */
export async function refundOrderAction(
  command: z.input<typeof RefundOrderCommand>,
): Promise<OrderWriteOutcome> {
  return runCommand('refund', RefundOrderCommand, command, refundOrder, 'refund');
}

/**
 * Makes the link with which the customer confirms a sales order. If the order has a link that is not answered yet,
 * returns that link.
 */
export async function createOrderLinkAction(
  command: z.input<typeof CreateOrderLinkCommand>,
): Promise<CreateOrderLinkOutcome | CommandRefusal> {
  return runCommand('edit_orders', CreateOrderLinkCommand, command, createOrderLink);
}

/** Withdraws a link with which a customer confirms a sales order. */
export async function withdrawOrderLinkAction(
  command: z.input<typeof WithdrawOrderLinkCommand>,
): Promise<WithdrawOrderLinkOutcome | CommandRefusal> {
  return runCommand('edit_orders', WithdrawOrderLinkCommand, command, withdrawOrderLink);
}
