'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useOperation } from '@/components/ui/use-operation';
import type * as commands from '@/lib/orders/order/order-commands';
import type { OrderWriteOutcome } from '@/lib/orders/order/order-write-outcome';
import type { ActionOf } from '@/lib/shared/action-of';
import { ordersKeys } from '@/lib/shared/read-keys';

/** Server actions of one order, passed in by its page. */
export type OrderActions = {
  changeOrder: ActionOf<typeof commands.ChangeOrderCommand, OrderWriteOutcome>;
  setOrderStatus: ActionOf<typeof commands.SetOrderStatusCommand, OrderWriteOutcome>;
  fulfillOrder: ActionOf<typeof commands.FulfillOrderCommand, OrderWriteOutcome>;
  changeFulfillment: ActionOf<typeof commands.ChangeFulfillmentCommand, OrderWriteOutcome>;
  refundOrder: ActionOf<typeof commands.RefundOrderCommand, OrderWriteOutcome>;
};

/** Ids of an order. */
export type OrderTarget = { installId: string; orderId: string };

/** Ids of one fulfillment of an order. */
export type FulfillmentTarget = OrderTarget & { fulfillmentId: string };

type Written = Extract<OrderWriteOutcome, { code: 'succeeded' }>['result'];

/** After these outcomes the order or its timeline differs from what is shown. */
const recordedCodes = ['succeeded', 'refused', 'unconfirmed', 'needs_review'];

/** After these outcomes the write happened or may have happened. */
const possiblyAppliedCodes = ['succeeded', 'unconfirmed', 'no_answer'];

/**
 * One write to an order. It is sent once, even if the user presses several times. The order is read again after a
 * success, a refusal or an unknown outcome. After a refusal the screen may be old. After an unknown outcome the
 * timeline shows it.
 *
 * `onWritten` is called after the order was read again. `onRefused` is called when the write certainly did not happen.
 */
export function useOrderWrite<Input extends object, Target extends OrderTarget = OrderTarget>(
  action: (command: Target & Input & { operationId: string }) => Promise<OrderWriteOutcome>,
  target: Target,
  onWritten?: (written: Written, input: Input) => void,
  onRefused?: (input: Input) => void,
) {
  const queryClient = useQueryClient();
  // Until the order is read again, the screen looks as if nothing happened. A second press would then be another write.
  const [isReading, setReading] = useState(false);
  const operation = useOperation<Input, OrderWriteOutcome, Target>({
    action,
    target,
    onOutcome: (outcome, input) => {
      if (!possiblyAppliedCodes.includes(outcome.code)) onRefused?.(input);
      if (!recordedCodes.includes(outcome.code)) return;
      const read = queryClient.invalidateQueries({
        queryKey: ordersKeys.order(target.installId, target.orderId),
      });
      // Refusals and unknown outcomes are shown immediately, without waiting for the read.
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
