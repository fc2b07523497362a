import { clsx } from 'clsx';
import type { ReactNode } from 'react';

type CardProps = { title?: ReactNode; aside?: ReactNode; className?: string; children: ReactNode };

/** Box with a title for one topic of a screen. */
export function Card({ title, aside, className, children }: CardProps) {
  return (
    <section className={clsx('rounded-card border border-line bg-surface shadow-card', className)}>
      {title && (
        <header className="flex items-center justify-between gap-3 px-4 pt-3.5 sm:px-5">
          <h2 className="text-base font-bold">{title}</h2>
          {aside}
        </header>
      )}
      <div className="px-4 py-3.5 sm:px-5">{children}</div>
    </section>
  );
}
