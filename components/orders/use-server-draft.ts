'use client';

import { useCallback, useEffect, useRef, useState } from 'react';
import type { NewOrderDraft } from '@/lib/orders/new-order-draft';

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

/** Typing that pauses for this long is saved. */
const pauseMs = 800;
const retryMs = 10_000;

type ServerDraftOptions = {
  installId: string;
  /** Without one nothing is saved on the server. */
  draftStore: DraftStore | undefined;
  initial: ServerDraft | undefined;
  /** The form as it stands. */
  read: () => NewOrderDraft;
};

/** Saves the form on the server as it is typed, so that it is found on any device; the address then names it. */
export function useServerDraft({ installId, draftStore, initial, read }: ServerDraftOptions) {
  const [held, setHeld] = useState<{ draftId: string; revision: number } | null>(initial ?? null);
  const [state, setState] = useState<ServerDraftState>({ code: 'none' });
  const at = useRef(held);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const isSaving = useRef(false);
  const isDirty = useRef(false);
  /** It is over, or a person is to say which of two drafts stands. */
  const isHalted = useRef(false);

  const hold = (next: { draftId: string; revision: number } | null) => {
    at.current = next;
    setHeld(next);
  };
  const saveNow = useRef<() => Promise<void>>(async () => undefined);
  const later = useCallback((ms: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void saveNow.current(), ms);
  }, []);

  async function save(): Promise<void> {
    if (!draftStore || isHalted.current || !isDirty.current || isSaving.current) return;
    clearTimeout(timer.current);
    isSaving.current = true;
    isDirty.current = false;
    setState({ code: 'saving' });
    const { draftId, revision } = at.current ?? { draftId: crypto.randomUUID(), revision: 0 };
    // Kept before it is sent: saved again after a lost answer, it is the same draft.
    at.current = { draftId, revision };
    const outcome = await draftStore
      .save({ installId, quoteId: draftId, revision, draft: plain(read()) })
      .catch(() => ({ code: 'no_answer' as const }));
    isSaving.current = false;
    // Finished, or thrown away, while the answer was on its way.
    if (isHalted.current) return;
    switch (outcome.code) {
      case 'saved':
        hold({ draftId, revision: outcome.revision });
        setState({ code: 'saved', at: new Date().toISOString() });
        nameInAddress(draftId);
        if (isDirty.current) later(pauseMs);
        return;
      case 'overtaken':
        isHalted.current = true;
        // Null: of a later version of the form, or none that this one understands.
        setState({ ...outcome, theirs: await readTheirs(outcome.draft) });
        return;
      case 'gone':
        isHalted.current = true;
        setState({ code: 'gone' });
        return;
      default:
        isDirty.current = true;
        setState({ code: 'unsaved' });
        // What the server can't read it will not read later; the rest may pass.
        if (outcome.code !== 'invalid') later(retryMs);
    }
  }

  // By the time it runs, the form stands otherwise than when it was set.
  useEffect(() => {
    saveNow.current = save;
  });
  useEffect(() => {
    const flush = () => void saveNow.current();
    const onHide = () => document.visibilityState === 'hidden' && flush();
    document.addEventListener('visibilitychange', onHide);
    window.addEventListener('pagehide', flush);
    window.addEventListener('online', flush);
    return () => {
      document.removeEventListener('visibilitychange', onHide);
      window.removeEventListener('pagehide', flush);
      window.removeEventListener('online', flush);
      clearTimeout(timer.current);
    };
  }, []);

  // The same function always, so that what subscribes with it need not do so anew.
  const touch = useCallback(() => {
    isDirty.current = true;
    if (!isHalted.current) later(pauseMs);
  }, [later]);

  return {
    held,
    state,
    /** Something was typed. */
    touch,
    /** Goes on with the server's draft that a copy on this device is of. */
    resume: (copy: { draftId: string; revision: number }) => hold(copy),
    /** Goes on from the revision that another device saved: with its draft, or with what stands here. */
    settle: (revision: number, keepMine: boolean) => {
      isHalted.current = false;
      hold(at.current && { ...at.current, revision });
      setState({ code: 'saved', at: new Date().toISOString() });
      if (keepMine) {
        isDirty.current = true;
        void save();
      }
    },
    /** What stands here becomes a draft of its own. */
    saveAsNew: () => {
      isHalted.current = false;
      isDirty.current = true;
      hold(null);
      void save();
    },
    /** The order exists, or the form starts over: the server need not keep it. */
    end: (goesOn: boolean) => {
      clearTimeout(timer.current);
      isHalted.current = !goesOn;
      isDirty.current = false;
      const ended = at.current;
      hold(null);
      setState({ code: 'none' });
      if (draftStore && ended) {
        nameInAddress(null);
        // Left behind it is only listed for longer; the order page does not wait for it.
        void draftStore.remove({ installId, quoteId: ended.draftId }).catch(() => undefined);
      }
    },
  };
}

/** A draft as another device saved it; what reads it is fetched with the first one. */
async function readTheirs(draft: unknown): Promise<NewOrderDraft | null> {
  const schema = await import('@/lib/orders/new-order-draft-schema').catch(() => null);
  return schema?.NewOrderDraftSchema.safeParse(draft).data ?? null;
}

/** As JSON has it: what is undefined is not there, and no action would take it. */
function plain(draft: NewOrderDraft): unknown {
  return JSON.parse(JSON.stringify(draft));
}

/** A reload, and another device, open the draft that the address names. */
function nameInAddress(draftId: string | null): void {
  const url = new URL(window.location.href);
  if (url.searchParams.get('draft') === draftId) return;
  if (draftId === null) url.searchParams.delete('draft');
  else url.searchParams.set('draft', draftId);
  window.history.replaceState(window.history.state, '', url);
}
