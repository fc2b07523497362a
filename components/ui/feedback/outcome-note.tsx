import { clsx } from 'clsx';
import { CircleAlert, Clock } from 'lucide-react';
import type { ReactNode } from 'react';

type OutcomeNoteProps = {
  /** Outcome code. */
  code: string;
  /** True if the write may have happened. This is not an error, so screen readers announce it politely. */
  isOutcomeUnknown: boolean;
  children: ReactNode;
};

/**
 * Shows the outcome of an action beside its button if it did not simply succeed: what happened and what the user can
 * do.
 */
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
