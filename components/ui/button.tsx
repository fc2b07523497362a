import { clsx } from 'clsx';
import { Children, cloneElement, type ComponentProps, type ReactElement } from 'react';
import { Spinner } from '@/components/ui/feedback/spinner';

const variants = {
  primary: 'border-transparent bg-brand text-on-brand hover:bg-brand-strong',
  secondary: 'border-line-strong/60 bg-surface text-ink hover:bg-sunken',
  quiet: 'border-transparent text-brand hover:bg-brand-soft',
  /** Style of the selected button in a group of buttons that offer a choice. */
  chosen: 'border-brand bg-brand-soft text-brand-strong',
  /** Style of a button for a destructive action. */
  danger: 'border-transparent bg-bad text-on-bad hover:bg-bad-strong',
};

type ButtonProps = ComponentProps<'button'> & {
  variant?: keyof typeof variants;
  /**
   * True while the action is in progress. The button then shows a spinner and ignores presses, but it can still get the
   * focus.
   */
  pending?: boolean;
  /** If true, the child element (a link) gets the style of the button. */
  asChild?: boolean;
};

/** A button, or with `asChild` a link that looks like a button. It is at least 44 px high. */
export function Button({
  variant = 'secondary',
  pending = false,
  asChild,
  className,
  children,
  ...props
}: ButtonProps) {
  const classes = clsx(
    // The transparent border becomes visible in high-contrast mode, where backgrounds are not shown.
    'inline-flex min-h-11 items-center justify-center gap-2 rounded-control border px-4 text-sm font-semibold',
    'select-none whitespace-nowrap disabled:opacity-50 aria-disabled:opacity-70 motion-safe:transition-colors',
    variants[variant],
    className,
  );
  if (asChild) {
    const child = Children.only(children) as ReactElement<{ className?: string }>;
    return cloneElement(child, { ...props, className: clsx(classes, child.props.className) });
  }
  return (
    <button
      type="button"
      {...props}
      className={classes}
      aria-disabled={pending || undefined}
      onClick={pending ? (event) => event.preventDefault() : props.onClick}
    >
      {pending && <Spinner />}
      {children}
    </button>
  );
}
