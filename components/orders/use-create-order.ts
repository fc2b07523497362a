'use client';

import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLiveChange } from '@/components/ui/live-context';
import type { CreateOrderOutcome } from '@/lib/orders/create-order';
import type { DraftReading } from '@/lib/orders/new-order-draft';

/** The body that is sent. */
export type OrderBody = Extract<DraftReading, { ok: true }>['order'];

/** The server action, as the page gives it. */
export type CreateOrder = (command: unknown) => Promise<CreateOrderOutcome>;

/** What stands on the form: any answer but "created", which leaves it. no_answer: the action itself was not heard of. */
export type ComposerOutcome = Exclude<CreateOrderOutcome, { code: 'created' }> | { code: 'no_answer' };
type Created = Extract<CreateOrderOutcome, { code: 'created' }>;

/** After these nothing more is sent for this operation, so the next press is another; where it may exist, that is said. */
const newOperationAfter: ComposerOutcome['code'][] = [
  'refused',
  'missing_scope',
  'operation_reused',
  'needs_review',
];

/** After these the order may exist: only the same operation may be posted again. */
const doubtfulCodes: ComposerOutcome['code'][] = ['unconfirmed', 'no_answer'];

/** News of an operation in doubt asks for its outcome, but not faster than this. */
const askSpacingMs = 1_000;

type CreateOrderHandlers = {
  onCreated: (created: Created) => void;
  onOutcome: (outcome: ComposerOutcome) => void;
};

/**
 * Posts the form's order under one operation id until its outcome is known, so that a double click, a lost answer
 * or a second press never makes two orders.
 */
export function useCreateOrder(installId: string, create: CreateOrder, handlers: CreateOrderHandlers) {
  const [operationId, setOperationId] = useState<string>(() => crypto.randomUUID());
  const [sending, setSending] = useState(false);
  const [outcome, setOutcome] = useState<ComposerOutcome | null>(null);
  const inFlight = useRef(false);
  const last = useRef<{ order: OrderBody; sentAt: number } | null>(null);
  const [heard, setHeard] = useState(false);
  const inDoubt = outcome !== null && doubtfulCodes.includes(outcome.code);

  const send = async (order: OrderBody): Promise<void> => {
    if (inFlight.current) return;
    inFlight.current = true;
    setSending(true);
    setHeard(false);
    last.current = { order, sentAt: Date.now() };
    const answer = await post(create, { installId, operationId, order });
    // Stays "sending" while the order's page opens: nothing is left to press.
    if (answer.code === 'created') return handlers.onCreated(answer);
    inFlight.current = false;
    setSending(false);
    setOutcome(answer);
    if (newOperationAfter.includes(answer.code)) setOperationId(crypto.randomUUID());
    handlers.onOutcome(answer);
  };

  // The same body under the same id again: that is how its outcome is asked for.
  useLiveChange(({ kind, id }) => {
    if (kind === 'many' || (kind === 'operation' && id === operationId)) setHeard(true);
  });
  const askAgain = useEffectEvent(() => {
    if (last.current) void send(last.current.order);
  });
  useEffect(() => {
    if (!heard || !inDoubt || sending) return;
    const waitMs = (last.current?.sentAt ?? 0) + askSpacingMs - Date.now();
    const timer = setTimeout(askAgain, Math.max(0, waitMs));
    return () => clearTimeout(timer);
  }, [heard, inDoubt, sending]);

  return {
    operationId,
    sending,
    outcome,
    inDoubt,
    send,
    /** Goes on with the operation of a saved draft, which may have been sent. */
    resume: (savedId: string, maybeSent: boolean) => {
      setOperationId(savedId);
      setOutcome(maybeSent ? { code: 'no_answer' } : null);
    },
    /** Another order from here on. */
    restart: () => {
      setOperationId(crypto.randomUUID());
      setOutcome(null);
    },
  };
}

async function post(create: CreateOrder, command: unknown): Promise<Created | ComposerOutcome> {
  try {
    return await create(command);
  } catch {
    // The line broke or the server did: whether the order was recorded is not known here.
    return { code: 'no_answer' };
  }
}
