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
  /** Asks for it, in a form of this id; kept as it is for coming back. */
  form: (formId: string) => ReactNode;
  /** What was found, once it is checked. */
  preview: ReactNode;
  /** How much would come of it. */
  okCount: number;
  onClose: () => void;
};

/** The two steps of useCheckedRun: the form, then what was found, each with its buttons. */
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
            <Button look="primary" pending={run.isStarting} disabled={okCount === 0} onClick={run.start}>
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
        <div hidden={Boolean(preview)}>{form(formId)}</div>
        {preview}
        <BulkProblem installId={installId} runId={run.runId} outcome={run.outcome} />
      </div>
    </Dialog>
  );
}
