'use client';

import type { ReactNode } from 'react';
import { Button } from './button';
import { Dialog } from './dialog';
import { BulkProblem } from './bulk-problem';
import type { useCheckedRun } from './use-checked-run';

type CheckedRunDialogProps = {
  installId: string;
  run: Pick<
    ReturnType<typeof useCheckedRun>,
    'isChecking' | 'isStarting' | 'runId' | 'outcome' | 'back' | 'start'
  >;
  /** It was checked: what is shown is what was found. */
  isChecked: boolean;
  /** Something would come of it. */
  canStart: boolean;
  words: { title: string; description: string; cancel: string; check: string; back: string; start: string };
  /** The id of the form that asks for it. */
  formId: string;
  onClose: () => void;
  children: ReactNode;
};

/** The two steps of useCheckedRun: the form, then what was found, each with its buttons. */
export function CheckedRunDialog(props: CheckedRunDialogProps) {
  const { installId, run, isChecked, canStart, words, formId, onClose, children } = props;
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={words.title}
      description={words.description}
      actions={
        isChecked ? (
          <>
            <Button disabled={run.isStarting} onClick={run.back}>
              {words.back}
            </Button>
            <Button look="primary" pending={run.isStarting} disabled={!canStart} onClick={run.start}>
              {words.start}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>{words.cancel}</Button>
            <Button type="submit" form={formId} look="primary" pending={run.isChecking}>
              {words.check}
            </Button>
          </>
        )
      }
    >
      <div className="flex flex-col gap-3 pb-1">
        {children}
        <BulkProblem installId={installId} runId={run.runId} outcome={run.outcome} />
      </div>
    </Dialog>
  );
}
