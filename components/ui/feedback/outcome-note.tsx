import { clsx } from 'clsx';
import { CircleAlert, Clock } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { useNewVersion } from '@/components/ui/feedback/new-version';
import { useRoleText } from '@/components/ui/role-context';

type OutcomeNoteProps = {
  /**
   * Code of the action's outcome, such as `refused`. If it is `no_right`, the note shows a fixed text about the user's
   * role (S35) in place of `children`.
   */
  code: string;
  /**
   * True if it is unknown whether the write has taken effect. That is not an error, so the note does not interrupt a
   * screen reader.
   */
  isOutcomeUnknown: boolean;
  children: ReactNode;
};

/**
 * Note beside the button of an action, shown if the action failed or its outcome is unknown. It says what
 * happened and what the user can do. If the server refused the action because this page is from an earlier
 * build, the note says that the page must be reloaded.
 */
export function OutcomeNote({ code, isOutcomeUnknown, children }: OutcomeNoteProps) {
  const roleText = useRoleText();
  const t = useTranslations('problem.new_version');
  const isUnknown = useNewVersion() === 'required' && (code === 'not_sent' || code === 'no_answer');
  const Icon = isOutcomeUnknown ? Clock : CircleAlert;
  return (
    <div
      role={isOutcomeUnknown ? 'status' : 'alert'}
      data-outcome={code}
      className={clsx('flex gap-2 text-sm', isOutcomeUnknown ? 'text-warn' : 'text-bad')}
    >
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="flex min-w-0 flex-col items-start gap-1.5">
        {isUnknown && <p>{t('required')}</p>}
        {code === 'no_right' ? <p>{roleText}</p> : !isUnknown && children}
      </div>
    </div>
  );
}
