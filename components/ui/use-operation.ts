'use client';

import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLiveChange } from '@/components/ui/feedback/live-context';

/** The action itself was not heard of: what it asked for may have happened. */
export type NoAnswer = { code: 'no_answer' };

/** After these the operation is over, so that the next press is another one. */
const endedCodes = ['succeeded', 'refused', 'missing_scope', 'operation_reused', 'needs_review'];

/** After these it may have happened: only the same operation may be posted again. */
const unknownOutcomeCodes = ['unconfirmed', 'no_answer'];

/** News of an operation in doubt asks for its outcome, but not faster than this. */
const requestSpacingMs = 1_000;

type OperationOptions<Input, Outcome> = {
  /** The server action, as the page gives it. */
  action: (command: unknown) => Promise<Outcome>;
  /** What it is done to: ids, sent with each command. */
  target: { installId: string } & Record<string, string>;
  /** Called with each outcome; answering 'leaving' keeps "sending" up while another page opens. */
  onOutcome: (outcome: Outcome | NoAnswer, input: Input) => 'leaving' | void;
};

/**
 * Posts a write under one operation id until its outcome is known, so that a double click, a lost answer or a second
 * press never makes it happen twice.
 */
export function useOperation<Input extends object, Outcome extends { code: string }>(
  options: OperationOptions<Input, Outcome>,
) {
  const { action, target, onOutcome } = options;
  const [operationId, setOperationId] = useState<string>(() => crypto.randomUUID());
  const [input, setInput] = useState<Input | null>(null);
  const [sending, setSending] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | NoAnswer | null>(null);
  const [isNotified, setNotified] = useState(false);
  const inFlight = useRef(false);
  const sentAt = useRef(0);
  const isOutcomeUnknown = outcome !== null && unknownOutcomeCodes.includes(outcome.code);

  const send = async (newInput: Input): Promise<void> => {
    if (inFlight.current) return;
    inFlight.current = true;
    sentAt.current = Date.now();
    setSending(true);
    setNotified(false);
    setInput(newInput);
    const answer = await post(action, { ...target, ...newInput, operationId });
    // Nothing is left to press while another page opens.
    if (onOutcome(answer, newInput) === 'leaving') return;
    inFlight.current = false;
    setSending(false);
    setOutcome(answer);
    if (endedCodes.includes(answer.code)) setOperationId(crypto.randomUUID());
  };

  // The same body under the same id again: that is how its outcome is asked for.
  useLiveChange(({ kind, id }) => {
    if (kind === 'many' || (kind === 'operation' && id === operationId)) setNotified(true);
  });
  const requestOutcome = useEffectEvent(() => {
    if (input) void send(input);
  });
  useEffect(() => {
    if (!isNotified || !isOutcomeUnknown || sending) return;
    const timer = setTimeout(requestOutcome, Math.max(0, sentAt.current + requestSpacingMs - Date.now()));
    return () => clearTimeout(timer);
  }, [isNotified, isOutcomeUnknown, sending]);

  return {
    operationId,
    /** What was last asked for. */
    input,
    sending,
    outcome,
    isOutcomeUnknown,
    send,
    /** Goes on with the operation of a saved draft, which may have been sent. */
    resume: (savedId: string, maybeSent: boolean) => {
      setOperationId(savedId);
      setOutcome(maybeSent ? { code: 'no_answer' } : null);
    },
    /** Another operation from here on. */
    restart: () => {
      setOperationId(crypto.randomUUID());
      setOutcome(null);
    },
  };
}

async function post<Outcome>(
  action: (command: unknown) => Promise<Outcome>,
  command: object,
): Promise<Outcome | NoAnswer> {
  try {
    return await action(command);
  } catch {
    // The line broke or the server did: whether it was recorded is not known here.
    return { code: 'no_answer' };
  }
}
