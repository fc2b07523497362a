import { clsx } from 'clsx';
import { CircleAlert, Clock } from 'lucide-react';
import type { ReactNode } from 'react';

type OutcomeNoteProps = {
  /** The code of the outcome. */
  code: string;
  /** It may have happened: that is no error, and is said politely. */
  isOutcomeUnknown: boolean;
  children: ReactNode;
};

/** What became of a press that did not simply succeed, where it was pressed: words, and what can be done. */
export function OutcomeNote({ code, isOutcomeUnknown, children }: OutcomeNoteProps) {
  const Icon = isOutcomeUnknown ? Clock : CircleAlert;
  return (
    <div
      role={isOutcomeUnknown ? 'status' : 'alert'}
      data-outcome={code}
      className={clsx('flex gap-2 text-sm', isOutcomeUnknown ? 'text-warn' : 'text-bad')}
    >
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="flex min-w-0 flex-col items-start gap-1.5">{children}</div>
    </div>
  );
}
