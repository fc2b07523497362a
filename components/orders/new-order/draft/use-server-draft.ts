'use client';

import { useCallback, useEffect, useRef, useState } from 'react';
import type { NewOrderDraft } from '@/lib/orders/new-order/new-order-draft';
import { nameInAddress } from './name-in-address';
import type { DraftAutosave } from './draft-autosave';
import type { DraftRevision, DraftStore, ServerDraft, ServerDraftState } from './server-draft';

type ServerDraftOptions = {
  installId: string;
  /** Server actions for drafts. If undefined, nothing is saved on the server. */
  draftStore: DraftStore | undefined;
  initial: ServerDraft | undefined;
  /** Returns the current values of the form. */
  read: () => NewOrderDraft;
};

/**
 * Saves the new order form on the server while the user types, so that the draft can be opened on any device.
 * After the first save, the URL contains the id of the draft. The code that saves is loaded when the user
 * first types.
 */
export function useServerDraft({ installId, draftStore, initial, read }: ServerDraftOptions) {
  const [currentDraft, setCurrentDraft] = useState<DraftRevision | null>(initial ?? null);
  const [state, setState] = useState<ServerDraftState>({ code: 'none' });
  const at = useRef(currentDraft);
  const autosave = useRef<DraftAutosave | Promise<DraftAutosave> | null>(null);
  // The callbacks of this hook may run after the page has rendered again. They therefore read the current values from
  // the ref `now`.
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
  /**
   * Calls `work` with the autosave. If the code of the autosave is not loaded yet, `work` is called after loading, and
   * several calls keep their sequence.
   */
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
        // If the code of the autosave cannot be loaded, it is requested again at the next typed letter.
        autosave.current = null;
        setState({ code: 'unsaved' });
      });
    },
    [replaceDraft],
  );

  return {
    currentDraft,
    state,
    /**
     * Call `touch` after each change of the form. The function stays identical between renders, so subscribers need not
     * subscribe again.
     */
    touch: useCallback(() => withAutosave(({ touch }) => touch()), [withAutosave]),
    /**
     * Continues with an existing draft on the server, after the values of the form were restored from session
     * storage.
     */
    resume: (copy: DraftRevision) => replaceDraft(copy),
    /**
     * Resolves a conflict with another device. `revision` is the revision that the other device has saved. If
     * `keepMine` is true, this form's values replace those of the other device on the server. If `keepMine` is false,
     * this form takes over the values of the other device.
     */
    settle: (revision: number, keepMine: boolean) => withAutosave(({ settle }) => settle(revision, keepMine)),
    /** Saves the values of the form as a new draft. */
    saveAsNew: () => withAutosave(({ saveAsNew }) => saveAsNew()),
    /**
     * Ends the autosave of the current server draft, which is then deleted. `goesOn` is true if the user starts over
     * with an empty form, and false if the order was created.
     */
    end: (goesOn: boolean) => {
      // The URL is changed before the navigation to the next page starts. A change during the navigation
      // would cancel the navigation.
      if (draftStore && currentDraft) nameInAddress(null);
      withAutosave(({ end }) => end(goesOn));
    },
  };
}
