'use client';

import { type ReactNode, useId } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from './dialog';
import { BulkProblem } from './bulk-problem';
import type { useCheckedRun } from './use-checked-run';

type CheckedRunDialogProps = {
  installId: string;
  run: Pick<
    ReturnType<typeof useCheckedRun>,
    'isChecking' | 'isStarting' | 'runId' | 'outcome' | 'back' | 'start'
  >;
  words: { title: string; description: string; cancel: string; check: string; back: string; start: string };
  /** Renders the form with this id. It stays mounted, so its values are still there when the user goes back. */
  form: (formId: string) => ReactNode;
  /** Result of the check; empty before it. */
  preview: ReactNode;
  /** Number of items that would be sent. */
  okCount: number;
  onClose: () => void;
};

/** Dialog for the two steps of useCheckedRun: the form, then the result, each with its buttons. */
export function CheckedRunDialog(props: CheckedRunDialogProps) {
  const { installId, run, words, form, preview, okCount, onClose } = props;
  const formId = useId();
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={words.title}
      description={words.description}
      actions={
        preview ? (
          <>
            <Button disabled={run.isStarting} onClick={run.back}>
              {words.back}
            </Button>
            <Button variant="primary" pending={run.isStarting} disabled={okCount === 0} onClick={run.start}>
              {words.start}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>{words.cancel}</Button>
            <Button type="submit" form={formId} variant="primary" pending={run.isChecking}>
              {words.check}
            </Button>
          </>
        )
      }
    >
      <div className="flex flex-col gap-3 pb-1">
        <div hidden={Boolean(preview)}>{form(formId)}</div>
        {preview}
        <BulkProblem installId={installId} runId={run.runId} outcome={run.outcome} />
      </div>
    </Dialog>
  );
}
