'use client';

import { noteAnswer } from '@/components/ui/feedback/note-answer';
import { useRef, useState } from 'react';
import type { ChatDetails } from '@/lib/catalogue/details/chat-details';
import type { MatchMessage, MessageMatchOutcome, PasteTarget } from '@/lib/catalogue/message-match';
import type { PhoneReader } from '@/lib/shared/phone';
import type { ReviewRow } from './paste-review';
import { reviewMessage } from './review-message';

type Problem = {
  code: 'empty' | 'nothing' | 'no_answer' | Exclude<MessageMatchOutcome['code'], 'matched'>;
  /** Seconds until the server accepts another message, as a whole number. Set only if `code` is `busy`. */
  waitSeconds?: number;
};

/** The details that were found in a message, and the data that is needed to show them as chips. */
export type FoundDetails = {
  details: ChatDetails;
  /** For each item that can have a price: the index of its row in the review. */
  itemRows: number[];
  target: PasteTarget;
  readPhone: PhoneReader | null;
};

/**
 * Loads the function that parses phone numbers. The result is null if the function cannot be loaded, for example
 * without a connection. The number is then parsed later, by the form.
 */
const loadReader = () =>
  import('@/lib/shared/phone').then(
    (phone) => phone.readPhone,
    () => null,
  );

type PastedMessageOptions = {
  installId: string;
  match: MatchMessage;
  target: () => Promise<PasteTarget>;
  maySeeCustomer: boolean;
  /** Text of the message. The caller keeps it while the dialog is closed. */
  text: string;
  onText: (text: string) => void;
};

/**
 * State of the dialog for a pasted message: the typed text, the items that the server found in it, and the merchant's
 * choices.
 */
export function usePastedMessage(options: PastedMessageOptions) {
  const { installId, match, target, maySeeCustomer, text, onText } = options;
  const [rows, setRows] = useState<ReviewRow[] | null>(null);
  const [isPartial, setIsPartial] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const [isReading, setIsReading] = useState(false);
  const [found, setFound] = useState<FoundDetails | null>(null);
  const inFlight = useRef(false);

  const read = async () => {
    if (inFlight.current) return;
    if (text.trim() === '') return setProblem({ code: 'empty' });
    inFlight.current = true;
    setIsReading(true);
    setProblem(undefined);
    const forming = target().catch(() => null);
    const outcome = await match({ installId, text }).catch(() => ({ code: 'no_answer' as const }));
    const form = await forming;
    inFlight.current = false;
    setIsReading(false);
    noteAnswer(outcome);
    if (outcome.code !== 'matched') return setProblem(outcome);
    if (!form) return setProblem({ code: 'no_answer' });
    const { rows: shown, itemRows, details: all } = reviewMessage(text, outcome.items);
    const details = maySeeCustomer ? all : { ...all, phone: null, name: null, province: null, address: null };
    const isNothing = !details.phone && !details.name && !details.province && !details.address;
    if (shown.length === 0 && isNothing) return setProblem({ code: 'nothing' });
    const readPhone = details.phone ? await loadReader() : null;
    setFound({ details, itemRows, target: form, readPhone });
    setRows(shown);
    setIsPartial(outcome.isPartial);
    if (!maySeeCustomer) onText('');
  };
  return {
    setText: (typed: string) => {
      onText(typed);
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
    /** Details that were found in the message; null until the server has searched the message. */
    found,
    setRow: (place: number, changed: ReviewRow) =>
      setRows((all) => all && all.map((row, n) => (n === place ? changed : row))),
    back: () => setRows(null),
  };
}
