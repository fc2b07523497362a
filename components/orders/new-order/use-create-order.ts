'use client';

import { useState } from 'react';
import { type NoAnswer, useOperation } from '@/components/ui/use-operation';
import type {
  CreatedOrder,
  CreateOrderCommand,
  CreateOrderOutcome,
} from '@/lib/orders/new-order/create-order';
import type { DraftReading } from '@/lib/orders/new-order/new-order-draft';
import type { ActionOf } from '@/lib/shared/action-of';

/** Body of the request that creates an order. */
export type OrderBody = Extract<DraftReading, { ok: true }>['value'];

/** Server action that creates an order. The page passes it in. */
export type CreateOrder = ActionOf<typeof CreateOrderCommand, CreateOrderOutcome>;

/**
 * Outcomes of creating an order that the form shows. `succeeded` is left out, because the page of the order replaces
 * the form after a success.
 */
export type ComposerOutcome = Exclude<CreateOrderOutcome | NoAnswer, { code: 'succeeded' }>;

type CreateOrderHandlers = {
  onCreated: (created: CreatedOrder) => void;
  onOutcome: (outcome: ComposerOutcome) => void;
};

/**
 * The input of the action that creates the order. `replaces` is the id of the order that the new order replaces, or
 * null. `draftId` is the id of the form's server draft, or null.
 */
type OrderInput = { order: OrderBody; replaces: string | null; draftId: string | null };

/** Outcomes after which the form warns that its write may have created an order. The next press is another write. */
const warnedCodes = ['operation_reused', 'needs_review'];

type SentInput = OrderInput & { earlierId: string | null };

/** Creates the order of the form exactly once, even if the button is pressed several times. */
export function useCreateOrder(installId: string, create: CreateOrder, handlers: CreateOrderHandlers) {
  // Id of the write about which the form has warned; null if there is none.
  const [earlierId, setEarlierId] = useState<string | null>(null);
  const operation = useOperation<SentInput, CreateOrderOutcome>({
    action: create,
    target: { installId },
    onOutcome: (outcome) => {
      if (warnedCodes.includes(outcome.code)) setEarlierId(operation.operationId);
      if (outcome.code !== 'succeeded') return handlers.onOutcome(outcome);
      handlers.onCreated(outcome.result);
      return 'leaving';
    },
  });
  return {
    ...operation,
    outcome: operation.outcome?.code === 'succeeded' ? null : operation.outcome,
    send: (input: OrderInput) => operation.send({ ...input, earlierId }),
  };
}
