import { clsx } from 'clsx';
import { Minus, Plus } from 'lucide-react';
import type { ComponentProps } from 'react';
import type { ControlProps } from './field';

type QuantityStepperProps = ControlProps &
  Pick<ComponentProps<'input'>, 'name' | 'onBlur' | 'ref'> & {
    value: string;
    /** The number that the user has typed; null if the text is not a number. */
    quantity: number | null;
    /** Limits of the plus and minus buttons. A typed number can be outside of these limits; the form validates it. */
    min?: number;
    max?: number;
    onChange: (value: string) => void;
    labels: { more: string; less: string };
  };

/**
 * Input for a whole number. The user types the number or changes it with plus and minus buttons. The default of `min`
 * is 1.
 */
export function QuantityStepper({
  value,
  quantity,
  min = 1,
  max = Number.MAX_SAFE_INTEGER,
  onChange,
  labels,
  ...input
}: QuantityStepperProps) {
  const step = (next: number) => onChange(String(Math.min(max, Math.max(min, next))));
  const button =
    'grid size-11 shrink-0 place-items-center text-ink-soft outline-none hover:bg-sunken focus-visible:bg-brand-soft disabled:opacity-40';
  return (
    <div
      className={clsx(
        'flex items-stretch overflow-hidden rounded-control border bg-surface outline-offset-2 outline-brand',
        'has-focus-visible:outline-2',
        input['aria-invalid'] ? 'border-bad' : 'border-line-strong',
      )}
    >
      <button
        type="button"
        className={button}
        aria-label={labels.less}
        disabled={quantity !== null && quantity <= min}
        onClick={() => step((quantity ?? min) - 1)}
      >
        <Minus aria-hidden className="size-4" />
      </button>
      <input
        {...input}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        inputMode="numeric"
        autoComplete="off"
        dir="ltr"
        className="w-full min-w-10 bg-surface px-1 outline-none text-center text-base font-medium sm:text-sm"
      />
      <button
        type="button"
        className={button}
        aria-label={labels.more}
        disabled={quantity !== null && quantity >= max}
        onClick={() => step((quantity ?? 0) + 1)}
      >
        <Plus aria-hidden className="size-4" />
      </button>
    </div>
  );
}
