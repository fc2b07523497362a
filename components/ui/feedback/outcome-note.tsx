import { clsx } from 'clsx';
import { CircleAlert, Clock } from 'lucide-react';
import type { ReactNode } from 'react';

type OutcomeNoteProps = {
  /** The code of the outcome. */
  code: string;
  /** It may have happened: that is no error, and is said politely. */
  inDoubt: boolean;
  children: ReactNode;
};

/** What became of a press that did not simply succeed, where it was pressed: words, and what can be done. */
export function OutcomeNote({ code, inDoubt, children }: OutcomeNoteProps) {
  const Icon = inDoubt ? Clock : CircleAlert;
  return (
    <div
      role={inDoubt ? 'status' : 'alert'}
      data-outcome={code}
      className={clsx('flex gap-2 text-sm', inDoubt ? 'text-warn' : 'text-bad')}
    >
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="flex min-w-0 flex-col items-start gap-1.5">{children}</div>
    </div>
  );
}
