'use client';

import { useCallback, useEffect, useRef, useState } from 'react';
import type { NewOrderDraft } from '@/lib/orders/new-order/new-order-draft';
import { nameInAddress } from './name-in-address';
import type { DraftAutosave } from './draft-autosave';
import type { DraftRevision, DraftStore, ServerDraft, ServerDraftState } from './server-draft';

type ServerDraftOptions = {
  installId: string;
  /** If it is undefined, nothing is saved on the server. */
  draftStore: DraftStore | undefined;
  initial: ServerDraft | undefined;
  /** Returns the current values of the form. */
  read: () => NewOrderDraft;
};

/**
 * Saves the form on the server while it is typed, so that it can be opened on any device. The URL then names the draft.
 * The code for this is loaded when the user first types.
 */
export function useServerDraft({ installId, draftStore, initial, read }: ServerDraftOptions) {
  const [currentDraft, setCurrentDraft] = useState<DraftRevision | null>(initial ?? null);
  const [state, setState] = useState<ServerDraftState>({ code: 'none' });
  const at = useRef(currentDraft);
  const autosave = useRef<DraftAutosave | Promise<DraftAutosave> | null>(null);
  // The callbacks run later, when the form may have changed and the page may have rendered again. They read current
  // values from this ref.
  const now = useRef({ installId, draftStore, read });
  useEffect(() => {
    now.current = { installId, draftStore, read };
  });
  useEffect(
    () => () => {
      void Promise.resolve(autosave.current).then((loaded) => loaded?.stop());
    },
    [],
  );

  const replaceDraft = useCallback((next: DraftRevision | null) => {
    at.current = next;
    setCurrentDraft(next);
  }, []);
  /** Runs `work` in the order of the calls. It runs immediately if the autosave is already loaded. */
  const withAutosave = useCallback(
    (work: (loaded: DraftAutosave) => void) => {
      const { installId, draftStore } = now.current;
      if (!draftStore) return;
      if (autosave.current && 'touch' in autosave.current) return work(autosave.current);
      autosave.current ??= import('./draft-autosave').then(({ createDraftAutosave }) => {
        const form = { currentDraft: () => at.current, replaceDraft, read: () => now.current.read() };
        const created = createDraftAutosave({ installId, draftStore, setState, ...form });
        autosave.current = created;
        return created;
      });
      autosave.current.then(work, () => {
        // The next typed letter tries again.
        autosave.current = null;
        setState({ code: 'unsaved' });
      });
    },
    [replaceDraft],
  );

  return {
    currentDraft,
    state,
    /** Call it after each change. The function identity is stable, so subscribers do not have to subscribe again. */
    touch: useCallback(() => withAutosave(({ touch }) => touch()), [withAutosave]),
    /** Continues with the server draft that belongs to the copy on this device. */
    resume: (copy: DraftRevision) => replaceDraft(copy),
    /** Continues from the revision that another device saved, with that device's draft or with this form. */
    settle: (revision: number, keepMine: boolean) => withAutosave(({ settle }) => settle(revision, keepMine)),
    /** Saves this form as a new draft. */
    saveAsNew: () => withAutosave(({ saveAsNew }) => saveAsNew()),
    /** Ends the draft on the server because the order exists or the form starts over. */
    end: (goesOn: boolean) => {
      // The URL must change before the navigation starts. A URL change during the navigation would cancel it.
      if (draftStore && currentDraft) nameInAddress(null);
      withAutosave(({ end }) => end(goesOn));
    },
  };
}
