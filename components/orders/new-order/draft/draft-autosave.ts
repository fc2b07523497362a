import type { NewOrderDraft } from '@/lib/orders/new-order/new-order-draft';
import type { DraftRevision, DraftStore, ServerDraftState } from './server-draft';
import { nameInAddress } from './name-in-address';

/** A pause in typing of this length saves the draft. */
const pauseMs = 800;
const retryMs = 10_000;

type DraftAutosaveOptions = {
  installId: string;
  draftStore: DraftStore;
  currentDraft: () => DraftRevision | null;
  replaceDraft: (next: DraftRevision | null) => void;
  setState: (state: ServerDraftState) => void;
  /** Reads the current values of the form. */
  read: () => NewOrderDraft;
};

export type DraftAutosave = ReturnType<typeof createDraftAutosave>;

/** Saves a form on the server from the first letter until the form ends. See use-server-draft for each part. */
export function createDraftAutosave({
  installId,
  draftStore,
  currentDraft,
  replaceDraft,
  setState,
  read,
}: DraftAutosaveOptions) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** A draft without a confirmed save. A retry after a lost response then uses the same draft id. */
  let unanswered: DraftRevision | null = null;
  let isSaving = false;
  let isDirty = false;
  /** The draft has ended or was left, or the user must choose between two drafts. */
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
    // The form was finished, discarded or left before the response arrived. The URL then belongs to another page.
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
        // null if the draft is from a later version of the form, or if this version cannot parse it.
        setState({ ...outcome, theirs: await readTheirs(outcome.draft) });
        return;
      case 'gone':
        isHalted = true;
        setState({ code: 'gone' });
        return;
      default:
        isDirty = true;
        setState({ code: 'unsaved' });
        // A draft that the server cannot parse is not retried, because it would fail again. Other failures may be
        // temporary.
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
      // If the deletion fails, the draft only stays in the list for longer. The order page therefore does not wait for
      // it.
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

/** Parses a draft that another device saved. The schema is lazy-loaded for the first such draft. */
async function readTheirs(draft: unknown): Promise<NewOrderDraft | null> {
  const schema = await import('@/lib/orders/new-order/new-order-draft-schema').catch(() => null);
  return schema?.NewOrderDraftSchema.safeParse(draft).data ?? null;
}

/** Removes undefined properties, as JSON does, because a server action does not accept them. */
function plain(draft: NewOrderDraft): NewOrderDraft {
  return JSON.parse(JSON.stringify(draft)) as NewOrderDraft;
}
