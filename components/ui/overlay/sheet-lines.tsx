import type { ReactNode } from 'react';

/** Group of lines of a pasted sheet that have the same result. */
export function SheetGroup({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-1">
      <h3 className="text-xs font-semibold text-ink-soft">{title}</h3>
      <ul className="divide-y divide-line rounded-card border border-line">{children}</ul>
    </section>
  );
}

type SheetLineProps = { line: string; icon: ReactNode; words: ReactNode; children: ReactNode };

/** Result of one line of a pasted sheet. `line` is the number of the line, and `words` explains the result. */
export function SheetLine({ line, icon, words, children }: SheetLineProps) {
  return (
    <li className="flex flex-col gap-0.5 px-3 py-2 [&_svg]:size-4 [&_svg]:shrink-0">
      <span className="flex min-w-0 items-center gap-2">
        <span aria-hidden>{icon}</span>
        {children}
        <span className="ms-auto text-xs whitespace-nowrap text-ink-soft">{line}</span>
      </span>
      {words && <span className="ps-6 text-ink-soft">{words}</span>}
    </li>
  );
}
