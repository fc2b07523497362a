import { clsx } from 'clsx';
import { type ReactNode, useId } from 'react';
import { FieldError } from './field';

type ChoiceCardsProps<Value extends string> = {
  /** Name of the group of choices. Screen readers read the name before the choices. */
  label: string;
  value: string;
  onChange: (value: Value) => void;
  choices: { value: Value; title: ReactNode; detail?: ReactNode }[];
  /** Set it if no choice may be selected yet and the user must select one. */
  required?: boolean;
  error?: string | undefined;
  className?: string;
};

/**
 * Group of a few choices, each shown as a card. One of them is selected. The choices are native radio buttons, so the
 * arrow keys move between them.
 */
export function ChoiceCards<Value extends string>(props: ChoiceCardsProps<Value>) {
  const name = useId();
  const errorId = props.error && `${name}-error`;
  return (
    <>
      <div
        role="radiogroup"
        aria-label={props.label}
        aria-required={props.required}
        aria-describedby={errorId}
        aria-invalid={props.error ? true : undefined}
        className={clsx('grid gap-2', props.className)}
      >
        {props.choices.map((choice) => (
          <label
            key={choice.value}
            className={clsx(
              'flex min-h-11 cursor-pointer items-center gap-3 rounded-control border bg-surface px-3 py-2',
              'border-line-strong/60 hover:bg-sunken has-checked:border-brand has-checked:bg-brand-soft',
              'has-checked:ring-1 has-checked:ring-brand',
              'outline-offset-2 outline-brand has-focus-visible:outline-2',
            )}
          >
            <input
              type="radio"
              name={name}
              value={choice.value}
              checked={choice.value === props.value}
              onChange={() => props.onChange(choice.value)}
              className="size-4.5 shrink-0 accent-brand outline-none"
            />
            <span className="flex min-w-0 flex-col">
              <span className="text-sm font-semibold">{choice.title}</span>
              {choice.detail && <span className="text-xs text-ink-soft">{choice.detail}</span>}
            </span>
          </label>
        ))}
      </div>
      {errorId && <FieldError id={errorId}>{props.error}</FieldError>}
    </>
  );
}
