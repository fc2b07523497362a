'use client';

import { useCallback, useEffect, useRef, useState } from 'react';
import type { NewOrderDraft } from '@/lib/orders/new-order/new-order-draft';
import type { DraftKeeper } from './draft-keeper';

/** Server actions that save and delete drafts, passed in by the page. */
export type DraftStore = {
  save: (command: {
    installId: string;
    quoteId: string;
    revision: number;
    draft: NewOrderDraft;
  }) => Promise<SaveDraftOutcome>;
  remove: (command: { installId: string; quoteId: string }) => Promise<unknown>;
};

/**
 * A draft on the server. It is stored as a quote, and `draftId` is the quote's id. If `isSent`, the customer can
 * already accept a version of it, so creating an order directly could make a second order.
 */
export type ServerDraft = { draftId: string; revision: number; draft: NewOrderDraft; isSent: boolean };

export type SaveDraftOutcome =
  | { code: 'saved'; revision: number }
  /** Another device saved the draft in the meantime. Nothing was written. */
  | { code: 'overtaken'; revision: number; draft: unknown; savedBy: string | null }
  /** The draft was deleted, or it became an order. */
  | { code: 'gone' }
  /** The install has the maximum number of drafts. */
  | { code: 'too_many' }
  | { code: 'invalid' | 'signed_out' | 'reconnect' | 'not_found' };

/** State of the server copy, as shown to the user. */
export type ServerDraftState =
  | { code: 'none' | 'saving' | 'unsaved' | 'gone' }
  | { code: 'saved'; at: string }
  | { code: 'overtaken'; theirs: NewOrderDraft | null; revision: number; savedBy: string | null };

/** Server draft that the form belongs to, and its revision. */
export type DraftRevision = { draftId: string; revision: number };

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
  const keeper = useRef<DraftKeeper | Promise<DraftKeeper> | null>(null);
  // The callbacks run later, when the form may have changed and the page may have rendered again. They read current
  // values from this ref.
  const now = useRef({ installId, draftStore, read });
  useEffect(() => {
    now.current = { installId, draftStore, read };
  });
  useEffect(
    () => () => {
      void Promise.resolve(keeper.current).then((loaded) => loaded?.stop());
    },
    [],
  );

  const replaceDraft = useCallback((next: DraftRevision | null) => {
    at.current = next;
    setCurrentDraft(next);
  }, []);
  /** Runs `work` in the order of the calls. It runs immediately if the keeper is already loaded. */
  const withKeeper = useCallback(
    (work: (keeper: DraftKeeper) => void) => {
      const { installId, draftStore } = now.current;
      if (!draftStore) return;
      if (keeper.current && 'touch' in keeper.current) return work(keeper.current);
      keeper.current ??= import('./draft-keeper').then(({ createDraftKeeper }) => {
        const form = { currentDraft: () => at.current, replaceDraft, read: () => now.current.read() };
        const created = createDraftKeeper({ installId, draftStore, setState, ...form });
        keeper.current = created;
        return created;
      });
      keeper.current.then(work, () => {
        // The next typed letter tries again.
        keeper.current = null;
        setState({ code: 'unsaved' });
      });
    },
    [replaceDraft],
  );

  return {
    currentDraft,
    state,
    /** Call it after each change. The function identity is stable, so subscribers do not have to subscribe again. */
    touch: useCallback(() => withKeeper(({ touch }) => touch()), [withKeeper]),
    /** Continues with the server draft that belongs to the copy on this device. */
    resume: (copy: DraftRevision) => replaceDraft(copy),
    /** Continues from the revision that another device saved, with that device's draft or with this form. */
    settle: (revision: number, keepMine: boolean) => withKeeper(({ settle }) => settle(revision, keepMine)),
    /** Saves this form as a new draft. */
    saveAsNew: () => withKeeper(({ saveAsNew }) => saveAsNew()),
    /** Ends the draft on the server because the order exists or the form starts over. */
    end: (goesOn: boolean) => {
      // The URL must change before the navigation starts. A URL change during the navigation would cancel it.
      if (draftStore && currentDraft) nameInAddress(null);
      withKeeper(({ end }) => end(goesOn));
    },
  };
}

/** Writes the draft id into the URL, so that a reload or another device opens the same draft. */
export function nameInAddress(draftId: string | null): void {
  const url = new URL(window.location.href);
  if (url.searchParams.get('draft') === draftId) return;
  if (draftId === null) url.searchParams.delete('draft');
  else url.searchParams.set('draft', draftId);
  window.history.replaceState(window.history.state, '', url);
}
