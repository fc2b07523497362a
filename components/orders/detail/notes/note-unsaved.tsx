'use client';

import { SaveBar } from '@/components/ui/form/save-bar';
import { LeaveGuard } from '@/components/orders/detail/leave-guard';

type NoteUnsavedProps = { form: string; isBarShown: boolean; pending: boolean; onDiscard: () => void };

/** While a note is typed and not saved: the bar to save it by, and the question before it is left. */
export function NoteUnsaved({ form, isBarShown, pending, onDiscard }: NoteUnsavedProps) {
  return (
    <>
      {isBarShown && <SaveBar form={form} pending={pending} onDiscard={onDiscard} />}
      <LeaveGuard />
    </>
  );
}
