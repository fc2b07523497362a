import { clsx } from 'clsx';
import type { ComponentProps } from 'react';

/** Look of every control that text is typed into; 16 px on phones, or iOS zooms the page. */
export const controlClass = clsx(
  'min-h-11 w-full min-w-0 rounded-control border border-line-strong bg-surface px-3 py-2 text-base text-ink sm:text-sm',
  'aria-invalid:border-bad aria-invalid:bg-bad-soft/40 disabled:bg-sunken disabled:text-ink-soft',
);

/** Numbers, phones and codes run left to right, and stand at the start of the line in either direction. */
export const codeClass = 'rtl:text-end';

/** A line of text. `code`: phone, number, SKU. */
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

/** Several lines of text. */
export function TextArea({ className, ...props }: ComponentProps<'textarea'>) {
  return <textarea rows={3} {...props} className={clsx(controlClass, className)} />;
}
