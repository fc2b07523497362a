import { useRef, useState } from 'react';
import type {
  PostSheetCommand,
  PostSheetOutcome,
  ReadSheetCommand,
  SheetPreview,
  SheetRefusal,
} from '@/lib/cash/sheet/sheet-commands';
import { installPath } from '@/lib/shared/install-path';
import { ReadFailure, type ReadFailureCode, readJson } from '@/lib/shared/read-json';

/**
 * The carrier, date, columns and decimal mark that the user chose for a remittance sheet. If a value is null, the
 * server reads it from the sheet.
 */
export type SheetChoices = Omit<ReadSheetCommand, 'text'>;

/**
 * Why the last request did not lead to the next step. `changed` means that the results differ from the preview that the
 * user saw. The server has then sent a new preview.
 */
type SheetProblem =
  | Exclude<SheetRefusal, never>
  | { code: 'changed' | 'nothing' | 'posting_undone' }
  | Extract<PostSheetOutcome, { code: 'already_posted' }>
  | { code: 'failed'; failure: ReadFailureCode };

const nothingChosen: SheetChoices = { columns: null, mark: null, carrierId: null, day: null };

/**
 * State of the screen for a remittance sheet: text, preview and result. The user can repeat a failed request. The id of
 * the posting is made together with the first preview and then reused. A second press or a retry therefore does not
 * post the sheet twice.
 */
export function useRemittanceSheet(installId: string) {
  const [text, setText] = useState('');
  const [choices, setChoices] = useState(nothingChosen);
  const [preview, setPreview] = useState<SheetPreview | null>(null);
  const [accepted, setAccepted] = useState<ReadonlySet<number>>(new Set());
  const [posted, setPosted] = useState<Extract<PostSheetOutcome, { code: 'posted' }> | null>(null);
  const [problem, setProblem] = useState<SheetProblem | null>(null);
  const [busy, setBusy] = useState<'check' | 'post' | null>(null);
  const postingId = useRef('');
  const path = `/api${installPath(installId, '/cash/sheet')}`;

  const show = (found: SheetPreview) => {
    setPreview(found);
    // `seen` is a hash of the results of all lines. A new carrier or date may change only the list of orders that are
    // missing in the sheet. The hash is then the same, and the lines that the user has accepted stay accepted.
    if (found.seen !== preview?.seen) setAccepted(new Set());
  };

  async function send<Outcome>(kind: 'check' | 'post', to: string, body: object): Promise<Outcome | null> {
    if (busy) return null;
    setBusy(kind);
    setProblem(null);
    try {
      return await readJson<Outcome>(to, new AbortController().signal, body);
    } catch (error) {
      const failure = error instanceof ReadFailure ? error.code : 'unavailable';
      setProblem({ code: 'failed', failure });
      return null;
    } finally {
      setBusy(null);
    }
  }

  async function check(change: Partial<SheetChoices> = {}): Promise<void> {
    const command: ReadSheetCommand = { text, ...choices, ...change };
    const outcome = await send<SheetPreview | SheetRefusal>('check', path, command);
    if (!outcome) return;
    if (outcome.code !== 'preview') return setProblem(outcome);
    if (!preview) postingId.current = crypto.randomUUID();
    setChoices({ ...choices, ...change });
    show(outcome);
  }

  async function post(): Promise<void> {
    if (!preview) return;
    const command: PostSheetCommand = {
      text,
      ...choices,
      postingId: postingId.current,
      seen: preview.seen,
      accepted: [...accepted],
    };
    const outcome = await send<PostSheetOutcome>('post', `${path}/post`, command);
    if (!outcome) return;
    if (outcome.code === 'posted') return setPosted(outcome);
    if (outcome.code === 'changed') show(outcome.preview);
    if (outcome.code === 'posting_undone') postingId.current = crypto.randomUUID();
    setProblem(outcome.code === 'changed' ? { code: 'changed' } : outcome);
  }

  return {
    text,
    setText: (value: string) => {
      setText(value);
      setProblem(null);
    },
    choices,
    preview,
    accepted,
    /**
     * Accepts the amounts of the given sheet lines (`isAccepted` is true), or leaves these lines out of the posting.
     */
    accept: (lines: readonly number[], isAccepted: boolean) =>
      setAccepted((before) => {
        const after = new Set(before);
        for (const line of lines)
          if (isAccepted) after.add(line);
          else after.delete(line);
        return after;
      }),
    posted,
    problem,
    busy,
    check,
    post,
    /** Returns to the first step, with the pasted text. */
    back: () => {
      setPreview(null);
      setChoices(nothingChosen);
      setProblem(null);
    },
    /** Returns to the first step with the pasted text, because the code of the later steps could not be loaded. */
    loadFailed: () => {
      setPreview(null);
      setProblem({ code: 'failed', failure: 'unavailable' });
    },
    /** Starts again with another sheet. */
    restart: () => {
      setText('');
      setPreview(null);
      setChoices(nothingChosen);
      setPosted(null);
      setProblem(null);
    },
  };
}

export type RemittanceSheetWork = ReturnType<typeof useRemittanceSheet>;
