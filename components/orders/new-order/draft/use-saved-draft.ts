'use client';

import { useEffect, useRef, useState } from 'react';
import {
  type ComposerStore,
  draftVersion,
  type EarlierWrite,
  emptyDraft,
  type NewOrderDraft,
} from '@/lib/orders/new-order/new-order-draft';
import type { NewOrderForm } from '@/components/orders/new-order/new-order-form';
import type { useCreateOrder } from '@/components/orders/new-order/use-create-order';
import { isReloading } from '@/components/ui/feedback/new-version';
import { forgetCopy, loadCopy, saveCopy } from '@/components/ui/session-copy';
import type { DraftStore, ServerDraft } from './server-draft';
import { useServerDraft } from './use-server-draft';

type Operation = ReturnType<typeof useCreateOrder>;

type SavedDraftOptions = {
  installId: string;
  store: ComposerStore;
  form: NewOrderForm;
  operation: Operation;
  draftStore: DraftStore | undefined;
  initial: ServerDraft | undefined;
  /**
   * Part of the key under which session storage has the copy of the form. It is the id of the install; if the form was
   * filled from an earlier order, it is the key of that order.
   */
  copyId: string;
};

/**
 * Saves the new order form while the user types: in session storage, and on the server if `draftStore` is set. After a
 * reload, the form is restored. If the server does not have all changes, the user has to confirm before leaving the
 * page.
 */
export function useSavedDraft(options: SavedDraftOptions) {
  const { installId, store, form, operation, draftStore, initial, copyId } = options;
  const [restored, setRestored] = useState(false);
  const [isCopied, setIsCopied] = useState(true);
  const over = useRef(false);
  const isSent = initial?.isSent ?? false;
  const { operationId, isOutcomeUnknown, earlier, resume } = operation;
  // The form counts as changed while it is being sent, so that the copy with its operation id is saved. A form that was
  // filled from an earlier order may be sent before the user has typed anything, and would otherwise not count as
  // changed.
  const isDirty = form.formState.isDirty || operation.sending || isOutcomeUnknown;
  const read = (): NewOrderDraft => ({
    ...form.getValues(),
    operation: { id: operationId, outcomeUnknown: isOutcomeUnknown, earlier: earlier ?? undefined },
  });
  const server = useServerDraft({ installId, draftStore, initial, read });
  const { touch, currentDraft } = server;

  const bring = (draft: NewOrderDraft, asMine: boolean) => {
    form.reset({ ...draft, ...modeOf(initial) }, { keepDefaultValues: asMine });
    if (draft.operation) resume(draft.operation);
  };
  const restore = useRef(() => {
    if (initial?.draft.operation) resume(initial.draft.operation);
    const saved = loadDraft(copyId);
    // The URL may name a draft on the server (`initial`). The copy in session storage is then ignored in three cases:
    //
    // - the copy belongs to another draft
    // - the server has a newer revision of the draft
    // - the server has changed quantities, and nothing of the copy may have been sent
    if (
      initial &&
      (saved?.server?.draftId !== initial.draftId ||
        saved.server.revision < initial.revision ||
        (initial.isFitted && !saved.outcomeUnknown))
    )
      return;
    // The copy in session storage (`saved`) may contain a change to a sent quote. In the form of a new order, a copy
    // with a change to a sent quote is not restored.
    if (!saved || (!initial && saved.isSent)) return;
    const { operationId: id, outcomeUnknown } = saved;
    bring({ ...saved.draft, operation: { id, outcomeUnknown, earlier: saved.earlier ?? undefined } }, true);
    if (saved.server) server.resume(saved.server);
    if (!initial) setRestored(true);
  });
  useEffect(() => restore.current(), []);

  useEffect(() => {
    if (!isDirty) return;
    const save = () => {
      if (over.current) return;
      const isSaved = saveDraft(copyId, {
        operationId,
        outcomeUnknown: isOutcomeUnknown,
        earlier,
        draft: form.getValues(),
        server: currentDraft,
        isSent,
      });
      setIsCopied(isSaved);
    };
    save();
    return form.subscribe({ formState: { values: true }, callback: save });
  }, [copyId, form, isDirty, operationId, isOutcomeUnknown, earlier, currentDraft, isSent]);

  // This effect must not depend on state that changes when the server responds. Otherwise each response would run the
  // effect again and start another save.
  useEffect(() => {
    if (!isDirty) return;
    touch();
    return form.subscribe({ formState: { values: true }, callback: touch });
  }, [form, isDirty, operationId, isOutcomeUnknown, touch]);

  const isSavedOnServer = server.state.code === 'saved';
  useEffect(() => {
    if (!isDirty || isSavedOnServer) return;
    const onBeforeUnload = (event: BeforeUnloadEvent) => {
      // The page may reload to get a new version of the app. Such a reload is safe if session storage has a current
      // copy, because the form is restored from that copy.
      const isSafe = over.current || (isReloading() && isCopied && loadDraft(copyId) !== null);
      if (!isSafe) event.preventDefault();
    };
    window.addEventListener('beforeunload', onBeforeUnload);
    return () => window.removeEventListener('beforeunload', onBeforeUnload);
  }, [copyId, isCopied, isDirty, isSavedOnServer]);

  return {
    restored,
    server: server.state,
    /** False if the browser could not store the copy in session storage. */
    isCopied,
    /** Id of the server draft of the form; null until the draft was first saved on the server. */
    draftId: currentDraft?.draftId ?? null,
    takeTheirs: () => {
      if (server.state.code !== 'overtaken' || !server.state.theirs) return;
      server.settle(server.state.revision, false);
      bring(server.state.theirs, false);
    },
    keepMine: () => server.state.code === 'overtaken' && server.settle(server.state.revision, true),
    saveAsNew: server.saveAsNew,
    /**
     * Call `finish` after the order was created. It deletes the draft on the server and the copy in session
     * storage. The user can then leave the page without confirmation.
     */
    finish: () => {
      over.current = true;
      forgetDraft(copyId);
      server.end(false);
    },
    startOver: () => {
      form.reset(emptyDraft(store));
      operation.restart();
      forgetDraft(copyId);
      server.end(true);
      setRestored(false);
    },
  };
}

/**
 * Returns { mode: 'quote' } if the draft belongs to a quote that was already sent. The draft can then only become a new
 * version of that quote. Returns null for any other draft, because it can become a quote or an order.
 */
export function modeOf(initial: ServerDraft | undefined): { mode: 'quote' } | null {
  return initial?.isSent ? { mode: 'quote' } : null;
}

/** The copy of the form in session storage. It is deleted when the form was sent and the outcome is known. */
type SavedDraft = {
  operationId: string;
  outcomeUnknown: boolean;
  /** The write about which the form has warned; absent in a copy of an earlier release. */
  earlier?: EarlierWrite | null;
  draft: NewOrderDraft;
  /** Id and revision of the draft on the server; null if the form is saved only in the browser. */
  server: { draftId: string; revision: number } | null;
  /** True if the form changes a quote that was sent. */
  isSent: boolean;
};

// The storage key contains the version of the draft format. A copy in an older format is therefore ignored and never
// misread.
const keyOf = (copyId: string) => `daftar.new-order.${draftVersion + 1}.${copyId}`;

/**
 * Stores a copy of the form in session storage, so that it can be restored after a reload. Returns false if that
 * failed.
 */
function saveDraft(copyId: string, saved: SavedDraft): boolean {
  return saveCopy(keyOf(copyId), saved);
}

/** Returns the copy in session storage, or null if there is none. */
function loadDraft(copyId: string): SavedDraft | null {
  return loadCopy(keyOf(copyId)) as SavedDraft | null;
}

/** Deletes the copy in session storage, after the order was created or the merchant started over. */
function forgetDraft(copyId: string): void {
  forgetCopy(keyOf(copyId));
}
