import { clsx } from 'clsx';
import { type ReactNode, useId } from 'react';

type ProgressBarProps = {
  label: ReactNode;
  /**
   * The number of finished items (`done`) and of all items (`total`). If undefined, the numbers are unknown, and the
   * bar only shows that the task is running.
   */
  of?: { done: number; total: number };
  /** True while the task is paused or waits. The bar is then gray. */
  resting?: boolean;
};

/** Progress of a task that is running: a text with numbers, and a bar. */
export function ProgressBar({ label, of, resting = false }: ProgressBarProps) {
  const id = useId();
  const share = of && of.total > 0 ? of.done / of.total : 1;
  return (
    // A bar with numbers is not a live region, because screen readers would read the numbers out each second. Users can
    // read such a bar whenever they want.
    <div role={of ? undefined : 'status'} className="flex flex-col gap-2">
      <div id={id} className="text-sm">
        {label}
      </div>
      <div
        aria-hidden={of ? undefined : true}
        {...(of && {
          role: 'progressbar',
          'aria-labelledby': id,
          'aria-valuemin': 0,
          'aria-valuemax': of.total,
          'aria-valuenow': of.done,
        })}
        className="relative h-1.5 overflow-hidden rounded-full border border-transparent bg-sunken"
      >
        <div
          style={of && { inlineSize: `${100 * share}%` }}
          className={clsx(
            'absolute inset-y-0 start-0 rounded-full forced-color-adjust-none',
            resting ? 'bg-line-strong' : 'bg-brand',
            of
              ? // A finished task has no transition. Otherwise the bar of a task that ended before the page was opened would grow
                // from 0.
                share < 1 &&
                  'motion-safe:transition-[inline-size] motion-safe:duration-1000 motion-safe:ease-linear'
              : 'w-2/5 motion-safe:animate-slide',
          )}
        />
      </div>
    </div>
  );
}
