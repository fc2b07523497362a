'use client';

import { useRef, useState } from 'react';
import type { MatchMessage, MessageMatchOutcome } from '@/lib/catalogue/message-match';
import { noteRole } from '@/components/ui/newest-role';
import { type ReviewRow, reviewRow } from './paste-review';

type Problem = {
  code: 'empty' | 'nothing' | 'no_answer' | Exclude<MessageMatchOutcome['code'], 'matched'>;
  /** Whole seconds until another message can be matched. Set only if `code` is `busy`. */
  waitSeconds?: number;
};

/**
 * State of the dialog for a pasted message: the typed text, the items that the server found in it, and the merchant's
 * choices.
 */
export function usePastedMessage(installId: string, match: MatchMessage) {
  const [text, setText] = useState('');
  const [rows, setRows] = useState<ReviewRow[] | null>(null);
  const [isPartial, setIsPartial] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const [isReading, setIsReading] = useState(false);
  const inFlight = useRef(false);

  const read = async () => {
    if (inFlight.current) return;
    if (text.trim() === '') return setProblem({ code: 'empty' });
    inFlight.current = true;
    setIsReading(true);
    setProblem(undefined);
    const outcome = await match({ installId, text }).catch(() => ({ code: 'no_answer' as const }));
    inFlight.current = false;
    setIsReading(false);
    noteRole(outcome);
    if (outcome.code !== 'matched') return setProblem(outcome);
    if (outcome.items.length === 0) return setProblem({ code: 'nothing' });
    setRows(outcome.items.map(reviewRow));
    setIsPartial(outcome.isPartial);
  };
  return {
    text,
    setText: (typed: string) => {
      setText(typed);
      setProblem(undefined);
    },
    read,
    isReading,
    problem,
    /**
     * Rows in which the merchant reviews the items that were found in the pasted message; null until the server has
     * searched the message.
     */
    rows,
    isPartial,
    setRow: (place: number, changed: ReviewRow) =>
      setRows((all) => all && all.map((row, n) => (n === place ? changed : row))),
    back: () => setRows(null),
  };
}
