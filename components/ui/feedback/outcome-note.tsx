import { clsx } from 'clsx';
import { CircleAlert, Clock } from 'lucide-react';
import type { ReactNode } from 'react';
import { useRoleText } from '@/components/ui/role-context';

type OutcomeNoteProps = {
  /** Code of the action's outcome, such as `refused`. */
  code: string;
  /**
   * True if the write may have taken effect. An unknown outcome is not an error, so screen readers do not interrupt the
   * user with it.
   */
  isOutcomeUnknown: boolean;
  children: ReactNode;
};

/**
 * Shows the outcome of an action beside its button if the action did not simply succeed: what happened and what the
 * user can do. If the user's role lacks a right (S35), the note has the same text for every action and does not show
 * `children`.
 */
export function OutcomeNote({ code, isOutcomeUnknown, children }: OutcomeNoteProps) {
  const roleText = useRoleText();
  const Icon = isOutcomeUnknown ? Clock : CircleAlert;
  return (
    <div
      role={isOutcomeUnknown ? 'status' : 'alert'}
      data-outcome={code}
      className={clsx('flex gap-2 text-sm', isOutcomeUnknown ? 'text-warn' : 'text-bad')}
    >
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="flex min-w-0 flex-col items-start gap-1.5">
        {code === 'no_right' ? <p>{roleText}</p> : children}
      </div>
    </div>
  );
}
