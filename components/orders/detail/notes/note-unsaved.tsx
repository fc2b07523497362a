'use client';

import { SaveBar } from '@/components/ui/form/save-bar';
import { LeaveGuard } from '@/components/ui/overlay/leave-guard';

type NoteUnsavedProps = { form: string; isBarShown: boolean; pending: boolean; onDiscard: () => void };

/** Save bar and leave confirmation, shown while the order's note has unsaved changes. */
export function NoteUnsaved({ form, isBarShown, pending, onDiscard }: NoteUnsavedProps) {
  return (
    <>
      {isBarShown && <SaveBar form={form} pending={pending} onDiscard={onDiscard} />}
      <LeaveGuard />
    </>
  );
}
