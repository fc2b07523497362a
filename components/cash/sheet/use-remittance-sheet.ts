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

/** What the user chose in a sheet. If a value is null, the server finds it in the sheet. */
export type SheetChoices = Omit<ReadSheetCommand, 'text'>;

/** Why the last request did not lead to the next step. `changed`: the preview is a new one. */
type SheetProblem =
  | Exclude<SheetRefusal, never>
  | { code: 'changed' | 'nothing' | 'posting_undone' }
  | Extract<PostSheetOutcome, { code: 'already_posted' }>
  | { code: 'failed'; failure: ReadFailureCode };

const nothingChosen: SheetChoices = { columns: null, mark: null, carrierId: null, day: null };

/**
 * State of the screen for a remittance sheet: text, preview, result. A request that failed can be sent again. The id of
 * the posting is made with the first preview, so a second press or another try is the same posting.
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
    // The lines that the user accepted stay accepted, because another carrier or date changes only the missing orders.
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
    /** Accepts the amounts of these lines, or leaves the lines out. */
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
    /** Returns to the text. */
    back: () => {
      setPreview(null);
      setChoices(nothingChosen);
      setProblem(null);
    },
    /** Returns to the text, because the code of the later steps could not be loaded. */
    loadFailed: () => {
      setPreview(null);
      setProblem({ code: 'failed', failure: 'unavailable' });
    },
    /** Begins with another sheet. */
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
