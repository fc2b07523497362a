'use client';

import { unstable_isUnrecognizedActionError as isUnknownAction } from 'next/navigation';
import { useOffline } from 'next/offline';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { noteAnswer } from '@/components/ui/feedback/note-answer';
import { useLiveChange } from '@/components/ui/feedback/live-context';

/**
 * Outcome if the server action returned no response. `no_answer`: the write may have taken effect. `not_sent`: the
 * write was not started, because there was no connection or the server did not have the action. Nothing is then sent
 * until the user presses the button again.
 */
export type NoAnswer = { code: 'no_answer' | 'not_sent' };

/** Outcome codes that end the operation (the recorded write). The next press starts a new operation with a new id. */
const endedCodes = ['succeeded', 'refused', 'missing_scope', 'operation_reused', 'needs_review'];

/**
 * Outcome codes after which it is unknown whether the write took effect. Until the outcome is known, only the same
 * operation may be sent again.
 */
const unknownOutcomeCodes = ['unconfirmed', 'no_answer'];

/**
 * Outcome codes of the access check and of the limit for costly actions. The server checks both before it looks up the
 * operation, so these codes contain no information about an earlier press. The operation therefore keeps its id, and an
 * unknown outcome stays unknown. When the server accepts the press again, it receives the outcome of the first press
 * and makes no second write.
 */
const refusedBeforeCodes = ['no_right', 'signed_out', 'reconnect', 'busy'];

/**
 * Returns true if the server action returned no response (see NoAnswer). The user can then send the write again with
 * the same operation id.
 */
export function isLost(code: string): boolean {
  return code === 'no_answer' || code === 'not_sent';
}

/**
 * Minimum time between two requests for the outcome of the same operation, in milliseconds. Requests for the outcome
 * are sent after live events that report a change of the operation.
 */
const requestSpacingMs = 1_000;

/** Input of the server action: the ids of the record to change, the values of the form and the operation id. */
type Command<Input, Target> = Target & Input & { operationId: string };

type OperationOptions<Input, Outcome, Target> = {
  /** Server action that performs the write. The page passes it in. */
  action: (command: Command<Input, Target>) => Promise<Outcome>;
  /** Ids of the record to change (install, order, quote), sent with each command. */
  target: Target;
  /**
   * Called with each outcome. A caller that opens another page returns 'leaving'. The button then stays in its
   * "sending" state until that page is shown.
   */
  onOutcome: (outcome: Outcome | NoAnswer, input: Input) => 'leaving' | void;
};

/**
 * Sends a write with one operation id until the outcome of the write is known. The server treats a request with the
 * same id as the same write. A double click, a lost response or a second press therefore never makes the write happen
 * twice.
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
  const [isOutcomeUnknown, setOutcomeUnknown] = useState(false);
  const [isNotified, setNotified] = useState(false);
  const inFlight = useRef(false);
  const sentAt = useRef(0);
  const isOffline = useOffline();
  // Outcome of a press without a connection, for which nothing is sent. If the server may have received an earlier
  // press, the outcome stays unknown (`no_answer`).
  const unsent: NoAnswer = { code: isOutcomeUnknown ? 'no_answer' : 'not_sent' };

  const send = async (newInput: Input): Promise<void> => {
    if (inFlight.current) return;
    inFlight.current = true;
    sentAt.current = Date.now();
    setSending(true);
    setNotified(false);
    setInput(newInput);
    const answer = isOffline ? unsent : await post(action, { ...target, ...newInput, operationId }, unsent);
    noteAnswer(answer);
    // `sending` stays true while another page opens, so that no button can be pressed.
    if (onOutcome(answer, newInput) === 'leaving') return;
    inFlight.current = false;
    setSending(false);
    setOutcome(answer);
    if (!refusedBeforeCodes.includes(answer.code))
      setOutcomeUnknown(unknownOutcomeCodes.includes(answer.code));
    if (endedCodes.includes(answer.code)) setOperationId(crypto.randomUUID());
  };

  // To receive the outcome, the same input is sent again with the same operation id after a live event about the
  // operation. The server must already have recorded the operation. If it has not, this request would start the write,
  // although the user pressed nothing. After `unconfirmed`, the operation is certainly recorded, so a general event
  // (`many`) is enough. After `no_answer`, the operation is known to be recorded only if the event names this
  // operation.
  const isRecorded = outcome?.code === 'unconfirmed';
  useLiveChange(({ kind, id }) => {
    if ((kind === 'many' && isRecorded) || (kind === 'operation' && id === operationId)) setNotified(true);
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
    /** Values of the form that were last sent. */
    input,
    sending,
    /**
     * Outcome of the last attempt; null before the first attempt. If the last attempt got no response and the write is
     * now being sent again, the outcome is null as well.
     */
    outcome: sending && outcome && isLost(outcome.code) ? null : outcome,
    isOutcomeUnknown,
    send,
    /**
     * Continues the operation of a saved draft. `maybeSent` is true if the operation may already have been sent. Its
     * outcome is then unknown.
     */
    resume: (savedId: string, maybeSent: boolean) => {
      setOperationId(savedId);
      setOutcome(maybeSent ? { code: 'no_answer' } : null);
      setOutcomeUnknown(maybeSent);
    },
    /** Starts a new operation with a new id. */
    restart: () => {
      setOperationId(crypto.randomUUID());
      setOutcome(null);
      setOutcomeUnknown(false);
    },
  };
}

async function post<Command, Outcome>(
  action: (command: Command) => Promise<Outcome>,
  command: Command,
  unsent: NoAnswer,
): Promise<Outcome | NoAnswer> {
  try {
    return await action(command);
  } catch (error) {
    // The server runs another build than this page and did not run the server action (new-version.ts).
    if (isUnknownAction(error)) return unsent;
    // The connection or the server failed, so it is unknown whether the server has recorded the write.
    return { code: 'no_answer' };
  }
}
