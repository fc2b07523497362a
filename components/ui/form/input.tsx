import { clsx } from 'clsx';
import type { ComponentProps } from 'react';

/** Style of all text controls. The text is 16 px on phones, because iOS zooms the page for smaller text. */
export const controlClass = clsx(
  'min-h-11 w-full min-w-0 rounded-control border border-line-strong bg-surface px-3 py-2 text-base text-ink sm:text-sm',
  'aria-invalid:border-bad aria-invalid:bg-bad-soft/40 disabled:bg-sunken disabled:text-ink-soft',
);

/**
 * Style of inputs for numbers, phones and codes. Their text runs from left to right. In Arabic, it is aligned
 * to the right.
 */
export const codeClass = 'rtl:text-end';

/** Single-line text input. Set `code` for a phone number, a number or a SKU. */
export function Input({ code, className, ...props }: ComponentProps<'input'> & { code?: boolean }) {
  return (
    <input
      autoComplete="off"
      dir={code ? 'ltr' : undefined}
      {...props}
      className={clsx(controlClass, code && codeClass, className)}
    />
  );
}

/** Multi-line text input. */
export function TextArea({ className, ...props }: ComponentProps<'textarea'>) {
  return <textarea rows={3} {...props} className={clsx(controlClass, className)} />;
}
