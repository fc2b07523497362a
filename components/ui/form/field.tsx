import { clsx } from 'clsx';
import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';

/** HTML attributes that connect a control with its label, hint and error. */
export type ControlProps = {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
};

type FieldProps = {
  label: ReactNode;
  /**
   * Hides the label on the screen, but not from screen readers. Use it if the position of the control already
   * shows its meaning.
   */
  labelHidden?: boolean;
  /** Text beside the label, for example "optional". */
  aside?: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  className?: string;
  children: (control: ControlProps) => ReactNode;
};

/** Label, control, hint and error of a form field. */
export function Field({ label, labelHidden, aside, hint, error, className, children }: FieldProps) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={clsx('flex min-w-0 flex-col gap-1', className)}>
      <div className={clsx('flex items-baseline justify-between gap-3', labelHidden && 'sr-only')}>
        <label htmlFor={id} className="text-sm font-semibold">
          {label}
        </label>
        {aside && <span className="text-xs text-ink-soft">{aside}</span>}
      </div>
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined })}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {hint && (
        <div id={`${id}-hint`} className="text-xs text-ink-soft">
          {hint}
        </div>
      )}
    </div>
  );
}

/** Error message of a form field or of a group of fields. */
export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className="flex items-start gap-1.5 text-sm text-bad">
      <CircleAlert aria-hidden className="mt-1 size-3.5 shrink-0" />
      <span>{children}</span>
    </p>
  );
}
