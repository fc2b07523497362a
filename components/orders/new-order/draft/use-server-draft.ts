'use client';

import { useCallback, useEffect, useRef, useState } from 'react';
import type { NewOrderDraft } from '@/lib/orders/new-order/new-order-draft';
import type { DraftKeeper } from './draft-keeper';

/** The server actions that keep drafts, as the page gives them. */
export type DraftStore = {
  save: (command: unknown) => Promise<SaveDraftOutcome>;
  remove: (command: unknown) => Promise<unknown>;
};

/**
 * A draft that is kept on the server: of a quote, by whose id it goes. isSent: the customer can accept a version of it,
 * so that an order made at once could be a second one.
 */
export type ServerDraft = { draftId: string; revision: number; draft: NewOrderDraft; isSent: boolean };

export type SaveDraftOutcome =
  | { code: 'saved'; revision: number }
  /** Another device saved it meanwhile: nothing was written. */
  | { code: 'overtaken'; revision: number; draft: unknown; savedBy: string | null }
  /** It was deleted, or became an order. */
  | { code: 'gone' }
  /** No room for another. */
  | { code: 'too_many' }
  | { code: 'invalid' | 'signed_out' | 'reconnect' | 'not_found' };

/** What is said of the copy on the server. */
export type ServerDraftState =
  | { code: 'none' | 'saving' | 'unsaved' | 'gone' }
  | { code: 'saved'; at: string }
  | { code: 'overtaken'; theirs: NewOrderDraft | null; revision: number; savedBy: string | null };

/** Which draft of the server the form is, and as of which of its revisions. */
export type DraftRevision = { draftId: string; revision: number };

type ServerDraftOptions = {
  installId: string;
  /** Without one nothing is saved on the server. */
  draftStore: DraftStore | undefined;
  initial: ServerDraft | undefined;
  /** The form as it stands. */
  read: () => NewOrderDraft;
};

/**
 * Saves the form on the server as it is typed, so that it is found on any device; the address then names it. What does
 * so is fetched when something is typed.
 */
export function useServerDraft({ installId, draftStore, initial, read }: ServerDraftOptions) {
  const [currentDraft, setCurrentDraft] = useState<DraftRevision | null>(initial ?? null);
  const [state, setState] = useState<ServerDraftState>({ code: 'none' });
  const at = useRef(currentDraft);
  const keeper = useRef<DraftKeeper | Promise<DraftKeeper> | null>(null);
  // By the time they are called, the form stands otherwise than when they were set, and the page may be drawn anew.
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
  /** In the order of the calls: at once, when it is there. */
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
        // What is typed next tries again.
        keeper.current = null;
        setState({ code: 'unsaved' });
      });
    },
    [replaceDraft],
  );

  return {
    held: currentDraft,
    state,
    /** Something was typed. The same function always, so that what subscribes with it need not do so anew. */
    touch: useCallback(() => withKeeper(({ touch }) => touch()), [withKeeper]),
    /** Goes on with the server's draft that a copy on this device is of. */
    resume: (copy: DraftRevision) => replaceDraft(copy),
    /** Goes on from the revision that another device saved: with its draft, or with what stands here. */
    settle: (revision: number, keepMine: boolean) => withKeeper(({ settle }) => settle(revision, keepMine)),
    /** What stands here becomes a draft of its own. */
    saveAsNew: () => withKeeper(({ saveAsNew }) => saveAsNew()),
    /** The order exists, or the form starts over: the server need not keep it. */
    end: (goesOn: boolean) => {
      // Before the page goes on: another address meanwhile would take its way from it.
      if (draftStore && currentDraft) nameInAddress(null);
      withKeeper(({ end }) => end(goesOn));
    },
  };
}

/** A reload, and another device, open the draft that the address names. */
export function nameInAddress(draftId: string | null): void {
  const url = new URL(window.location.href);
  if (url.searchParams.get('draft') === draftId) return;
  if (draftId === null) url.searchParams.delete('draft');
  else url.searchParams.set('draft', draftId);
  window.history.replaceState(window.history.state, '', url);
}
