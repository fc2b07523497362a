'use client';

import { type NoAnswer, useOperation } from '@/components/ui/use-operation';
import type { CreatedOrder, CreateOrderOutcome } from '@/lib/orders/new-order/create-order';
import type { DraftReading } from '@/lib/orders/new-order/new-order-draft';

/** The body that is sent. */
export type OrderBody = Extract<DraftReading, { ok: true }>['order'];

/** The server action, as the page gives it. */
export type CreateOrder = (command: unknown) => Promise<CreateOrderOutcome>;

/** What stands on the form: any outcome but success, which leaves it. */
export type ComposerOutcome = Exclude<CreateOrderOutcome | NoAnswer, { code: 'succeeded' }>;

type CreateOrderHandlers = {
  onCreated: (created: CreatedOrder) => void;
  onOutcome: (outcome: ComposerOutcome) => void;
};

/** Posts the form's order, once, however often it is pressed. */
export function useCreateOrder(installId: string, create: CreateOrder, handlers: CreateOrderHandlers) {
  const operation = useOperation<{ order: OrderBody }, CreateOrderOutcome>({
    action: create,
    target: { installId },
    onOutcome: (outcome) => {
      if (outcome.code !== 'succeeded') return handlers.onOutcome(outcome);
      handlers.onCreated(outcome.result);
      return 'leaving';
    },
  });
  return {
    ...operation,
    outcome: operation.outcome?.code === 'succeeded' ? null : operation.outcome,
    send: (order: OrderBody) => operation.send({ order }),
  };
}
