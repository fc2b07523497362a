'use client';

import { useState } from 'react';
import { type NoAnswer, useOperation } from '@/components/ui/use-operation';
import type {
  CreatedOrder,
  CreateOrderCommand,
  CreateOrderOutcome,
} from '@/lib/orders/new-order/create-order';
import type { DraftOperation, DraftReading, EarlierWrite } from '@/lib/orders/new-order/new-order-draft';
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

type SentInput = OrderInput & { earlierId: string | null };

/** Creates the order of the form exactly once, even if the button is pressed several times. */
export function useCreateOrder(installId: string, create: CreateOrder, handlers: CreateOrderHandlers) {
  // The write about which the form has warned; null if there is none.
  const [earlier, setEarlier] = useState<EarlierWrite | null>(null);
  const operation = useOperation<SentInput, CreateOrderOutcome>({
    action: create,
    target: { installId },
    onOutcome: (outcome) => {
      if (outcome.code === 'operation_reused' || outcome.code === 'needs_review')
        setEarlier({ id: operation.operationId, code: outcome.code });
      if (outcome.code !== 'succeeded') return handlers.onOutcome(outcome);
      handlers.onCreated(outcome.result);
      return 'leaving';
    },
  });
  const outcome = operation.outcome?.code === 'succeeded' ? null : operation.outcome;
  return {
    ...operation,
    earlier,
    // The form shows the warning again after the draft was opened again.
    outcome: outcome ?? earlier,
    send: (input: OrderInput) => operation.send({ ...input, earlierId: earlier?.id ?? null }),
    /** Continues the operation of a saved draft, with the warning that its form has shown. */
    resume: (saved: DraftOperation) => {
      operation.resume(saved.id, saved.outcomeUnknown);
      setEarlier(saved.earlier ?? null);
    },
    /** Starts a new operation, for another draft. */
    restart: () => {
      operation.restart();
      setEarlier(null);
    },
  };
}
