import { clsx } from 'clsx';
import type { ReactNode } from 'react';

type ScreenHeadingProps = {
  /** Text of the heading. It is also the title of the document. */
  title: string;
  className?: string;
  /** The heading with markup. If it is missing, `title` is shown. */
  children?: ReactNode;
};

/**
 * Heading of a screen. React moves its `title` element to the head of the document. After a navigation, Next
 * announces the title to screen readers.
 */
export function ScreenHeading({ title, className, children = title }: ScreenHeadingProps) {
  return (
    <>
      <title>{title}</title>
      <h1 className={clsx('text-xl font-bold sm:text-2xl', className)}>{children}</h1>
    </>
  );
}
