import { useTranslations } from 'next-intl';

type StepNoteProps = { step: number; of: number; name: string; children: string };

/** Note above a step of a task: which step it is, what happens next, and how the user can undo the step. */
export function StepNote({ step, of: all, name, children }: StepNoteProps) {
  const t = useTranslations('cash');
  return (
    <p className="text-sm text-ink-soft" data-step={step}>
      <strong className="text-ink">{t('step', { step, all, name })}</strong> {children}
    </p>
  );
}
