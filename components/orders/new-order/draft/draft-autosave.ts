import type { NewOrderDraft } from '@/lib/orders/new-order/new-order-draft';
import type { DraftRevision, DraftStore, ServerDraftState } from './server-draft';
import { nameInAddress } from './name-in-address';

/** Time after the last typed letter until the draft is saved, in milliseconds. */
const pauseMs = 800;
const retryMs = 10_000;

type DraftAutosaveOptions = {
  installId: string;
  draftStore: DraftStore;
  currentDraft: () => DraftRevision | null;
  replaceDraft: (next: DraftRevision | null) => void;
  setState: (state: ServerDraftState) => void;
  /** Returns the current values of the form. */
  read: () => NewOrderDraft;
};

export type DraftAutosave = ReturnType<typeof createDraftAutosave>;

/**
 * Saves the values of the new order form on the server while the user types. The saving stops when the order is created
 * or the user leaves the form. The hook useServerDraft (use-server-draft.ts) describes each returned function.
 */
export function createDraftAutosave({
  installId,
  draftStore,
  currentDraft,
  replaceDraft,
  setState,
  read,
}: DraftAutosaveOptions) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  /**
   * Id and revision of the draft that this form last sent, while no response has arrived. If the response to the first
   * save was lost, the retry sends the same draft id. The server therefore does not create a second draft.
   */
  let unanswered: DraftRevision | null = null;
  let isSaving = false;
  let isDirty = false;
  /**
   * True if nothing may be saved. Either the draft has ended, the user has left the page, or the user has to choose
   * between two versions of the draft.
   */
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
    // The user has saved the form as another draft in the meantime.
    if (unanswered?.draftId !== draftId) return isDirty ? saveLater(0) : undefined;
    // `isHalted` became true while the draft was being saved: the order was created, the draft was discarded, or the
    // user left the page. The browser may now show the URL of another page, so the URL is not changed.
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
        // `theirs` is the draft that another device saved. It is null if this version of the app cannot parse
        // that draft, for example because a newer version of the app saved it.
        setState({ ...outcome, theirs: await readTheirs(outcome.draft) });
        return;
      case 'gone':
        isHalted = true;
        setState({ code: 'gone' });
        return;
      case 'too_many':
      case 'no_right':
      case 'invalid':
        // The draft is not sent again until the user types, because the server would refuse it again.
        isDirty = true;
        return setState({ code: outcome.code });
      default:
        isDirty = true;
        setState({ code: 'unsaved' });
        // The failure may be temporary, so the draft is sent again.
        saveLater(retryMs);
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
      // The form does not wait for the deletion of the draft. If the deletion fails, the draft stays in the list of
      // drafts, and the user can delete it there.
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

/** Parses a draft that another device has saved. The code of the schema is loaded at the first call. */
async function readTheirs(draft: unknown): Promise<NewOrderDraft | null> {
  const schema = await import('@/lib/orders/new-order/new-order-draft-schema').catch(() => null);
  return schema?.NewOrderDraftSchema.safeParse(draft).data ?? null;
}

/**
 * Removes properties that are undefined, because a server action does not accept them. JSON removes them in the same
 * way.
 */
function plain(draft: NewOrderDraft): NewOrderDraft {
  return JSON.parse(JSON.stringify(draft)) as NewOrderDraft;
}
