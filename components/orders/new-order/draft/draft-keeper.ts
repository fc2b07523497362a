import type { NewOrderDraft } from '@/lib/orders/new-order/new-order-draft';
import {
  type DraftStore,
  type DraftRevision,
  nameInAddress,
  type ServerDraftState,
} from './use-server-draft';

/** Typing that pauses for this long is saved. */
const pauseMs = 800;
const retryMs = 10_000;

type DraftKeeperOptions = {
  installId: string;
  draftStore: DraftStore;
  currentDraft: () => DraftRevision | null;
  replaceDraft: (next: DraftRevision | null) => void;
  setState: (state: ServerDraftState) => void;
  /** The form as it stands. */
  read: () => NewOrderDraft;
};

export type DraftKeeper = ReturnType<typeof createDraftKeeper>;

/** Keeps a form on the server from the first letter to its end (use-server-draft says what each part is for). */
export function createDraftKeeper({
  installId,
  draftStore,
  currentDraft,
  replaceDraft,
  setState,
  read,
}: DraftKeeperOptions) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Of a draft that no answer has named yet: saved again after a lost answer, it is the same one. */
  let unanswered: DraftRevision | null = null;
  let isSaving = false;
  let isDirty = false;
  /** It is over, or left, or a person is to say which of two drafts stands. */
  let isHalted = false;

  function saveLater(ms: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void save(), ms);
  }

  async function save(): Promise<void> {
    if (isHalted || !isDirty || isSaving) return;
    clearTimeout(timer);
    isSaving = true;
    isDirty = false;
    setState({ code: 'saving' });
    unanswered = currentDraft() ?? unanswered ?? { draftId: crypto.randomUUID(), revision: 0 };
    const { draftId, revision } = unanswered;
    const outcome = await draftStore
      .save({ installId, quoteId: draftId, revision, draft: plain(read()) })
      .catch(() => ({ code: 'no_answer' as const }));
    isSaving = false;
    // Finished, thrown away or left while the answer was on its way: the address is another page's by now.
    if (isHalted) return;
    switch (outcome.code) {
      case 'saved':
        replaceDraft({ draftId, revision: outcome.revision });
        setState({ code: 'saved', at: new Date().toISOString() });
        nameInAddress(draftId);
        if (isDirty) saveLater(pauseMs);
        return;
      case 'overtaken':
        isHalted = true;
        // Null: of a later version of the form, or none that this one understands.
        setState({ ...outcome, theirs: await readTheirs(outcome.draft) });
        return;
      case 'gone':
        isHalted = true;
        setState({ code: 'gone' });
        return;
      default:
        isDirty = true;
        setState({ code: 'unsaved' });
        // What the server can't read it will not read later; the rest may pass.
        if (outcome.code !== 'invalid') saveLater(retryMs);
    }
  }

  const flush = () => void save();
  const onHide = () => document.visibilityState === 'hidden' && flush();
  document.addEventListener('visibilitychange', onHide);
  window.addEventListener('pagehide', flush);
  window.addEventListener('online', flush);

  return {
    touch: () => {
      isDirty = true;
      if (!isHalted) saveLater(pauseMs);
    },
    settle: (revision: number, keepMine: boolean) => {
      isHalted = false;
      const draft = currentDraft() ?? unanswered;
      replaceDraft(draft && { ...draft, revision });
      setState({ code: 'saved', at: new Date().toISOString() });
      if (keepMine) {
        isDirty = true;
        flush();
      }
    },
    saveAsNew: () => {
      isHalted = false;
      isDirty = true;
      unanswered = null;
      replaceDraft(null);
      flush();
    },
    end: (goesOn: boolean) => {
      clearTimeout(timer);
      isHalted = !goesOn;
      isDirty = false;
      const ended = currentDraft() ?? unanswered;
      unanswered = null;
      replaceDraft(null);
      setState({ code: 'none' });
      // Left behind it is only listed for longer; the order page does not wait for it.
      if (ended) void draftStore.remove({ installId, quoteId: ended.draftId }).catch(() => undefined);
    },
    stop: () => {
      isHalted = true;
      document.removeEventListener('visibilitychange', onHide);
      window.removeEventListener('pagehide', flush);
      window.removeEventListener('online', flush);
      clearTimeout(timer);
    },
  };
}

/** A draft as another device saved it; what reads it is fetched with the first one. */
async function readTheirs(draft: unknown): Promise<NewOrderDraft | null> {
  const schema = await import('@/lib/orders/new-order/new-order-draft-schema').catch(() => null);
  return schema?.NewOrderDraftSchema.safeParse(draft).data ?? null;
}

/** As JSON has it: what is undefined is not there, and no action would take it. */
function plain(draft: NewOrderDraft): unknown {
  return JSON.parse(JSON.stringify(draft));
}
