import { clsx } from 'clsx';
import type { ComponentProps, ReactNode } from 'react';

type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & {
  label: ReactNode;
  /**
   * Hides the label on the screen, but not from screen readers. Use it in a row that already shows what the checkbox
   * means.
   */
  labelHidden?: boolean;
  detail?: ReactNode;
  /** True if the checkbox stands for several items and only some of these items are selected. */
  mixed?: boolean;
};

/** Native checkbox inside a label that is at least 44 px high. */
export function Checkbox({ label, labelHidden, detail, mixed = false, className, ...props }: CheckboxProps) {
  return (
    <label
      className={clsx(
        'flex min-h-11 cursor-pointer items-center gap-3 has-disabled:cursor-not-allowed has-disabled:text-ink-soft',
        labelHidden && 'min-w-11 justify-center',
        className,
      )}
    >
      <input
        {...props}
        ref={(box) => {
          if (box) box.indeterminate = mixed;
        }}
        type="checkbox"
        className="size-5 shrink-0 accent-brand aria-invalid:outline-2 aria-invalid:outline-bad"
      />
      <span className={clsx('flex min-w-0 flex-col', labelHidden && 'sr-only')}>
        <span className="text-sm font-medium">{label}</span>
        {detail && <span className="text-xs text-ink-soft">{detail}</span>}
      </span>
    </label>
  );
}
