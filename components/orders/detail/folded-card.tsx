'use client';

import { type ReactNode, useEffect, useRef, useState } from 'react';

type FoldedCardProps = {
  /** Value of the attribute `data-fold`, by which tests find the section. */
  name: string;
  title: string;
  /** One line that describes what the section contains. */
  summary: ReactNode;
  /** Called once in the browser. If the function returns true, the section opens without a press. */
  opensItself: () => boolean;
  /** Renders the content. It is first called when the section opens, so its code can be loaded then. */
  children: () => ReactNode;
};

/**
 * Section of the order page that few merchants need. It is closed at first, and one line describes what it contains.
 */
export function FoldedCard({ name, title, summary, opensItself, children }: FoldedCardProps) {
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setOpened] = useState(false);
  const details = useRef<HTMLDetailsElement>(null);
  const restore = useRef(() => {
    // The user may have opened the section before the code of this component was loaded. Whether it is open is
    // therefore read from the page.
    const isOpenNow = details.current?.open === true;
    setOpened(isOpenNow);
    setOpen(isOpenNow || opensItself());
  });
  // `opensItself` is called in an effect and not during rendering. It may read session storage, which the server cannot
  // read, and the first render in the browser must give the same HTML as the server.
  useEffect(() => restore.current(), []);
  return (
    <details
      ref={details}
      open={isOpen}
      onToggle={(event) => {
        setOpen(event.currentTarget.open);
        if (event.currentTarget.open) setOpened(true);
      }}
      data-fold={name}
      className="rounded-card border border-line bg-surface shadow-card"
    >
      <summary className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-2 px-4 py-2 sm:px-5">
        <h2 className="text-base font-bold">{title}</h2>
        <span className="text-sm text-ink-soft">{summary}</span>
      </summary>
      {wasOpened && children()}
    </details>
  );
}
