'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useOperation } from '@/components/ui/use-operation';
import type { OrderWriteOutcome } from '@/lib/orders/order/order-write-outcome';
import { ordersKeys } from '@/lib/shared/read-keys';

type OrderServerAction = (command: unknown) => Promise<OrderWriteOutcome>;

/** The server actions of one order, as its page gives them. */
export type OrderActions = Record<
  'changeOrder' | 'setOrderStatus' | 'fulfillOrder' | 'changeFulfillment' | 'refundOrder',
  OrderServerAction
>;

/** Which order, or which of its fulfillments. */
export type OrderTarget = { installId: string; orderId: string } & Record<string, string>;

type Written = Extract<OrderWriteOutcome, { code: 'succeeded' }>['result'];

/** After these the order, or what is known of it, stands otherwise than it is shown. */
const recordedCodes = ['succeeded', 'refused', 'unconfirmed', 'needs_review'];

/** After these it was done, or may have been. */
const hopefulCodes = ['succeeded', 'unconfirmed', 'no_answer'];

/**
 * One write to an order: posted once, whatever is pressed. The order is read anew after it, also when it was refused,
 * since it may stand elsewhere than the person saw, and when it is in doubt: its timeline says so. `onWritten` is
 * called when the screen has what came of it, `onRefused` when nothing is to come of it any more.
 */
export function useOrderWrite<Input extends object>(
  action: OrderServerAction,
  target: OrderTarget,
  onWritten?: (written: Written, input: Input) => void,
  onRefused?: (input: Input) => void,
) {
  const queryClient = useQueryClient();
  // Until the order has been read anew it looks as if nothing had been done, and the next press would be another write.
  const [isReading, setReading] = useState(false);
  const operation = useOperation<Input, OrderWriteOutcome>({
    action,
    target,
    onOutcome: (outcome, input) => {
      if (!hopefulCodes.includes(outcome.code)) onRefused?.(input);
      if (!recordedCodes.includes(outcome.code)) return;
      const read = queryClient.invalidateQueries({
        queryKey: ordersKeys.order(target.installId, target.orderId),
      });
      // What is refused, or in doubt, is told at once.
      if (outcome.code !== 'succeeded') return;
      setReading(true);
      void read.then(() => {
        setReading(false);
        onWritten?.(outcome.result, input);
      });
    },
  });
  return { ...operation, sending: operation.sending || isReading };
}
