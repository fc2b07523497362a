'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import { useToast } from '@/components/ui/feedback/toast';
import { useOperation } from '@/components/ui/use-operation';
import type * as commands from '@/lib/orders/order/order-commands';
import type { OrderWriteOutcome } from '@/lib/orders/order/order-write-outcome';
import type { ActionOf } from '@/lib/shared/action-of';
import { ordersKeys } from '@/lib/shared/read-keys';

type Commands = typeof commands;

/**
 * Server actions that change one order: one for each command of order-commands.ts, for example `refundOrder` for
 * RefundOrderCommand. The order page passes the actions in.
 */
export type OrderActions = {
  [Name in keyof Commands as Name extends `${infer Action}Command` ? Uncapitalize<Action> : never]: ActionOf<
    Extract<Commands[Name], z.ZodType>,
    OrderWriteOutcome
  >;
};

export type OrderTarget = { installId: string; orderId: string };

export type FulfillmentTarget = OrderTarget & { fulfillmentId: string };

type Written = Extract<OrderWriteOutcome, { code: 'succeeded' }>['result'];

/**
 * Outcome codes after which the order is read again, because the order or its history may differ from what the screen
 * shows.
 */
const recordedCodes = ['succeeded', 'refused', 'unconfirmed', 'needs_review'];

/**
 * Outcome codes after which `onRefused` is not called, because the write took effect or may have taken
 * effect.
 */
const possiblyAppliedCodes = ['succeeded', 'unconfirmed', 'no_answer'];

/**
 * Sends a write to an order. The write is sent once, even if the user presses several times. After a success, a refusal
 * or an unknown outcome, the order is read again. A refusal can mean that the screen is out of date. An unknown outcome
 * appears in the order's history.
 *
 * If the user leaves the page and the write then does not succeed, a toast reports that.
 *
 * `onWritten` is called after a success, as soon as the order was read again. `onRefused` is called for every outcome
 * that is not in `possiblyAppliedCodes`.
 */
export function useOrderWrite<Input extends object, Target extends OrderTarget = OrderTarget>(
  action: (command: Target & Input & { operationId: string }) => Promise<OrderWriteOutcome>,
  target: Target,
  onWritten?: (written: Written, input: Input) => void,
  onRefused?: (input: Input) => void,
) {
  const queryClient = useQueryClient();
  // True while the order is being read again after a success. The screen still shows the old order, so `sending` stays
  // true. If it did not, the user might press the button again and send another write.
  const [isReading, setReading] = useState(false);
  const t = useTranslations('orderWrite');
  const toast = useToast();
  const hasLeft = useRef(false);
  useEffect(() => {
    hasLeft.current = false;
    return () => void (hasLeft.current = true);
  }, []);
  const operation = useOperation<Input, OrderWriteOutcome, Target>({
    action,
    target,
    onOutcome: (outcome, input) => {
      if (hasLeft.current && outcome.code !== 'succeeded') toast({ tone: 'bad', text: t('afterLeaving') });
      if (!possiblyAppliedCodes.includes(outcome.code)) onRefused?.(input);
      if (!recordedCodes.includes(outcome.code)) return;
      const read = queryClient.invalidateQueries({
        queryKey: ordersKeys.order(target.installId, target.orderId),
      });
      // A refusal or an unknown outcome is shown immediately. A success is shown only after the order was read again.
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
