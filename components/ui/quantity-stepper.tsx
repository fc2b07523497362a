import { clsx } from 'clsx';
import { Minus, Plus } from 'lucide-react';
import type { Ref } from 'react';
import type { ControlProps } from './field';

type QuantityStepperProps = ControlProps & {
  value: string;
  /** The number the text stands for; null while it is none. */
  quantity: number | null;
  onChange: (value: string) => void;
  onBlur: () => void;
  name: string;
  labels: { more: string; less: string };
  ref: Ref<HTMLInputElement>;
};

/** A whole number of at least 1, typed or stepped. */
export function QuantityStepper({ value, quantity, onChange, labels, ...input }: QuantityStepperProps) {
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
        disabled={quantity !== null && quantity <= 1}
        onClick={() => onChange(String(Math.max(1, (quantity ?? 1) - 1)))}
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
        onClick={() => onChange(String((quantity ?? 0) + 1))}
      >
        <Plus aria-hidden className="size-4" />
      </button>
    </div>
  );
}
