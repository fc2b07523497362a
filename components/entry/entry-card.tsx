import { NotebookPen } from 'lucide-react';
import type { ReactNode } from 'react';

type EntryCardProps = { title: ReactNode; body?: ReactNode; children?: ReactNode };

/**
 * Card in the middle of an otherwise empty page, for installing, launching, signing in, reconnecting or a problem.
 * `children` are the buttons of the card, the most likely button first.
 */
export function EntryCard({ title, body, children }: EntryCardProps) {
  return (
    <main className="grid min-h-dvh place-items-center px-4 py-10">
      <div className="flex w-full max-w-md flex-col items-center gap-4 rounded-card border border-line bg-surface px-6 py-10 text-center shadow-card">
        <span aria-hidden className="grid size-12 place-items-center rounded-card bg-brand text-on-brand">
          <NotebookPen className="size-6" />
        </span>
        <h1 className="text-xl font-bold text-balance">{title}</h1>
        {body && <div className="text-sm text-ink-soft">{body}</div>}
        {children && <div className="mt-2 flex w-full flex-col gap-2">{children}</div>}
      </div>
    </main>
  );
}
