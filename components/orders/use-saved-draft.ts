'use client';

import { useEffect, useRef, useState } from 'react';
import { type ComposerStore, emptyDraft } from '@/lib/orders/new-order-draft';
import type { NewOrderForm } from './new-order-form';
import { forgetDraft, loadDraft, saveDraft } from './saved-draft';
import type { useCreateOrder } from './use-create-order';

type Operation = ReturnType<typeof useCreateOrder>;

/** Keeps a copy of the form as it is typed, brings it back after a reload, and asks before the tab is left. */
export function useSavedDraft(
  installId: string,
  store: ComposerStore,
  form: NewOrderForm,
  operation: Operation,
) {
  const [restored, setRestored] = useState(false);
  const over = useRef(false);
  const { isDirty } = form.formState;
  const { operationId, inDoubt, resume } = operation;

  const restore = useRef(() => {
    const saved = loadDraft(installId);
    if (!saved) return;
    form.reset(saved.draft, { keepDefaultValues: true });
    resume(saved.operationId, saved.inDoubt);
    setRestored(true);
  });
  useEffect(() => restore.current(), []);

  useEffect(() => {
    if (!isDirty) return;
    const save = () => {
      if (!over.current) saveDraft(installId, { operationId, inDoubt, draft: form.getValues() });
    };
    save();
    return form.subscribe({ formState: { values: true }, callback: save });
  }, [installId, form, isDirty, operationId, inDoubt]);

  useEffect(() => {
    if (!isDirty) return;
    const ask = (event: BeforeUnloadEvent) => {
      if (!over.current) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isDirty]);

  return {
    restored,
    /** The order exists: nothing is left to keep or to ask about. */
    finish: () => {
      over.current = true;
      forgetDraft(installId);
    },
    startOver: () => {
      form.reset(emptyDraft(store));
      operation.restart();
      forgetDraft(installId);
      setRestored(false);
    },
  };
}
