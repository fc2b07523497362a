'use client';

import type { ReactElement, ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { FormDialog } from './form-dialog';
import { BulkProblem } from './bulk-problem';
import type { useCheckedRun } from './use-checked-run';

type CheckedRunDialogProps = {
  installId: string;
  run: Pick<
    ReturnType<typeof useCheckedRun>,
    'isChecking' | 'isStarting' | 'runId' | 'outcome' | 'back' | 'start'
  >;
  words: {
    title: ReactNode;
    description: ReactNode;
    cancel: string;
    check: string;
    back: string;
    start: string;
  };
  /**
   * Fields of the dialog's first step. They stay mounted during the second step. If the user goes back, their
   * values are still there.
   */
  form: ReactNode;
  onSubmit: () => void;
  /** Preview of the bulk run; null until the server has checked the request. */
  preview: ReactElement | null;
  /**
   * Number of items for which the bulk run would send a write to the platform. The other items are skipped.
   */
  okCount: number;
  onClose: () => void;
};

/**
 * Dialog that starts a bulk run (one action on many records) in two steps: the form, then the preview. Each step has
 * its own buttons. useCheckedRun has the state of the steps.
 */
export function CheckedRunDialog(props: CheckedRunDialogProps) {
  const { installId, run, words, form, onSubmit, preview, okCount, onClose } = props;
  const problem = <BulkProblem installId={installId} runId={run.runId} outcome={run.outcome} />;
  return (
    <FormDialog
      onClose={onClose}
      title={words.title}
      description={words.description}
      cancel={words.cancel}
      submit={words.check}
      pending={run.isChecking}
      onSubmit={onSubmit}
      next={
        preview && {
          actions: (
            <>
              <Button disabled={run.isStarting || run.isChecking} onClick={run.back}>
                {words.back}
              </Button>
              <Button
                variant="primary"
                className="h-auto whitespace-normal"
                pending={run.isStarting}
                disabled={okCount === 0 || run.isChecking}
                onClick={run.start}
              >
                {words.start}
              </Button>
            </>
          ),
          content: (
            <div className="flex flex-col gap-3 pb-1">
              {preview}
              {problem}
            </div>
          ),
        }
      }
    >
      {form}
      {!preview && problem}
    </FormDialog>
  );
}
