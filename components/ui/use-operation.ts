'use client';

import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLiveChange } from '@/components/ui/feedback/live-context';
import { setSessionEnded } from '@/components/ui/feedback/session-end';

/** The action returned no response. Its write may have happened. */
export type NoAnswer = { code: 'no_answer' };

/** Outcomes that end the operation; the next press starts a new one. */
const endedCodes = ['succeeded', 'refused', 'missing_scope', 'operation_reused', 'needs_review'];

/** Outcomes after which the write may have happened. Only the same operation may be posted again. */
const unknownOutcomeCodes = ['unconfirmed', 'no_answer'];

/**
 * A live event about an operation with unknown outcome makes it request the outcome, at most once per this interval.
 */
const requestSpacingMs = 1_000;

/** The command that is posted: ids of the target, the input of the form and the operation id. */
type Command<Input, Target> = Target & Input & { operationId: string };

type OperationOptions<Input, Outcome, Target> = {
  /** Server action that the page passes in. */
  action: (command: Command<Input, Target>) => Promise<Outcome>;
  /** Ids of the target, sent with each command. */
  target: Target;
  /** Called with each outcome. Returning 'leaving' keeps the "sending" state while another page opens. */
  onOutcome: (outcome: Outcome | NoAnswer, input: Input) => 'leaving' | void;
};

/**
 * Posts a write under one operation id until its outcome is known. A double click, a lost response or a second press
 * never makes the write happen twice.
 */
export function useOperation<
  Input extends object,
  Outcome extends { code: string },
  Target extends object = { installId: string },
>(options: OperationOptions<Input, Outcome, Target>) {
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
    if (answer.code === 'signed_out') setSessionEnded(true);
    // The "sending" state stays while another page opens, so nothing can be pressed.
    if (onOutcome(answer, newInput) === 'leaving') return;
    inFlight.current = false;
    setSending(false);
    setOutcome(answer);
    if (endedCodes.includes(answer.code)) setOperationId(crypto.randomUUID());
  };

  // The outcome is requested by posting the same body with the same operation id again.
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
    /** Input of the last send. */
    input,
    sending,
    outcome,
    isOutcomeUnknown,
    send,
    /** Continues the operation of a saved draft. The operation may already have been sent. */
    resume: (savedId: string, maybeSent: boolean) => {
      setOperationId(savedId);
      setOutcome(maybeSent ? { code: 'no_answer' } : null);
    },
    /** Starts a new operation. */
    restart: () => {
      setOperationId(crypto.randomUUID());
      setOutcome(null);
    },
  };
}

async function post<Command, Outcome>(
  action: (command: Command) => Promise<Outcome>,
  command: Command,
): Promise<Outcome | NoAnswer> {
  try {
    return await action(command);
  } catch {
    // The connection or the server failed, so it is unknown here whether the write was recorded.
    return { code: 'no_answer' };
  }
}
