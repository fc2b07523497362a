'use client';

import { SaveBar } from '@/components/ui/form/save-bar';
import { LeaveGuard } from '@/components/orders/detail/leave-guard';

type NoteUnsavedProps = { form: string; isBarShown: boolean; pending: boolean; onDiscard: () => void };

/** Shown while a note has unsaved changes: the save bar, and a confirmation before the user leaves the page. */
export function NoteUnsaved({ form, isBarShown, pending, onDiscard }: NoteUnsavedProps) {
  return (
    <>
      {isBarShown && <SaveBar form={form} pending={pending} onDiscard={onDiscard} />}
      <LeaveGuard />
    </>
  );
}
