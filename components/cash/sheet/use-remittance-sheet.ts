import { useRef, useState } from 'react';
import { useCopiedInput } from '@/components/ui/form/use-copied-input';
import type { RowClass } from '@/lib/cash/sheet/match-sheet';
import type {
  PostSheetCommand,
  PostSheetOutcome,
  ReadSheetCommand,
  SheetPreview,
  SheetRefusal,
} from '@/lib/cash/sheet/sheet-commands';
import { installPath } from '@/lib/shared/install-path';
import { ReadFailure, type ReadFailureCode, readJson } from '@/lib/shared/read-json';
import {
  acceptedIn,
  emptyInput,
  nothingChosen,
  restoreSheetInput,
  type SheetChoices,
  type SheetInput,
} from './sheet-input';

/**
 * Why the last request did not lead to the next step. `changed` means that the results differ from the preview that the
 * user saw. The server has then sent a new preview.
 */
type SheetProblem =
  | Exclude<SheetRefusal, never>
  | { code: 'changed' | 'nothing' | 'posting_undone' }
  | Extract<PostSheetOutcome, { code: 'already_posted' }>
  | { code: 'failed'; failure: ReadFailureCode };

/**
 * Hook with the state of the screen for a remittance sheet: text, preview and result. The user can repeat a failed
 * request. The id of the posting is made together with the first preview and then reused. A second press or a retry
 * therefore does not post the sheet twice.
 *
 * The text, the choices and the accepted lines are also saved in the browser. After a reload, the screen begins with
 * the first step, and nothing is posted before the server has read the sheet again.
 */
export function useRemittanceSheet(installId: string) {
  const copy = useCopiedInput<SheetInput>(`daftar.remittance.1.${installId}`, restoreSheetInput);
  const input = copy.value ?? emptyInput;
  const [preview, setPreview] = useState<SheetPreview | null>(null);
  const [posted, setPosted] = useState<Extract<PostSheetOutcome, { code: 'posted' }> | null>(null);
  const [problem, setProblem] = useState<SheetProblem | null>(null);
  const [busy, setBusy] = useState<'check' | 'post' | null>(null);
  const [full, setFull] = useState<readonly RowClass[]>([]);
  const postingId = useRef('');
  const path = `/api${installPath(installId, '/cash/sheet')}`;
  const { text, choices } = input;
  const accepted = acceptedIn(input, preview);
  const change = (part: Partial<SheetInput>) => copy.change((now) => ({ ...(now ?? emptyInput), ...part }));

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

  async function check(changed: Partial<SheetChoices> = {}, shown = full): Promise<void> {
    const command: ReadSheetCommand = { text, ...choices, ...changed, full: [...shown] };
    const outcome = await send<SheetPreview | SheetRefusal>('check', path, command);
    if (!outcome) return;
    if (outcome.code !== 'preview') return setProblem(outcome);
    if (!preview) postingId.current = crypto.randomUUID();
    change({ choices: { ...choices, ...changed } });
    setPreview(outcome);
  }

  async function post(): Promise<void> {
    if (!preview) return;
    const command: PostSheetCommand = {
      text,
      ...choices,
      full: [...full],
      postingId: postingId.current,
      seen: preview.seen,
      after: preview.postedBefore?.postingId ?? null,
      accepted: [...accepted],
    };
    const outcome = await send<PostSheetOutcome>('post', `${path}/post`, command);
    if (!outcome) return;
    if (outcome.code === 'posted') {
      copy.change(() => null);
      return setPosted(outcome);
    }
    if (outcome.code === 'changed') setPreview(outcome.preview);
    if (outcome.code === 'posting_undone') postingId.current = crypto.randomUUID();
    setProblem(outcome.code === 'changed' ? { code: 'changed' } : outcome);
  }

  return {
    text,
    setText: (value: string) => {
      // The choices and the accepted lines belong to the earlier text.
      copy.change(() => (value === '' ? null : { ...emptyInput, text: value }));
      setProblem(null);
    },
    choices,
    preview,
    accepted,
    /**
     * Accepts the amounts of the given sheet lines (`isAccepted` is true), or leaves these lines out of the posting.
     */
    accept: (lines: readonly number[], isAccepted: boolean) =>
      preview &&
      copy.change((now) => {
        const after = new Set(acceptedIn(now ?? input, preview));
        for (const line of lines)
          if (isAccepted) after.add(line);
          else after.delete(line);
        return { ...(now ?? input), seen: preview.seen, accepted: [...after] };
      }),
    posted,
    problem,
    busy,
    check,
    /** Classes whose lines are all shown. The others show only their first lines. */
    full,
    /** Reads the sheet again, to show all lines of a class. */
    showAll: (one: RowClass) => {
      const shown = [...new Set([...full, one])];
      setFull(shown);
      void check({}, shown);
    },
    post,
    /** Returns to the first step, with the pasted text. */
    back: () => {
      setPreview(null);
      setFull([]);
      change({ choices: nothingChosen });
      setProblem(null);
    },
    /** Returns to the first step with the pasted text, because the code of the later steps could not be loaded. */
    loadFailed: () => {
      setPreview(null);
      setProblem({ code: 'failed', failure: 'unavailable' });
    },
    /** Starts again with another sheet. */
    restart: () => {
      copy.change(() => null);
      setPreview(null);
      setFull([]);
      setPosted(null);
      setProblem(null);
    },
  };
}

export type RemittanceSheetWork = ReturnType<typeof useRemittanceSheet>;
