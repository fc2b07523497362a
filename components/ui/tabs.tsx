'use client';

import { clsx } from 'clsx';
import Link from 'next/link';
import { type ReactNode, useEffect, useRef } from 'react';
import { LinkPending } from '@/components/ui/feedback/link-pending';
import { CappedCount } from '@/components/ui/text/capped-count';

/**
 * Tabs for the views of a screen. Each tab is a link with a URL of its own. The Back button therefore works, and a view
 * can be opened in a new browser tab. The row of tabs scrolls sideways.
 */
export function Tabs({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav
      aria-label={label}
      className="-mx-3 overflow-x-auto overscroll-x-contain border-b border-line px-3 [scrollbar-width:none] sm:mx-0 sm:px-0"
    >
      <ul className="flex min-w-max gap-1">{children}</ul>
    </nav>
  );
}

type TabProps = {
  href: string;
  current: boolean;
  /** Number of items in the view of the tab. A number above 99 is shown as "99+". */
  count?: number | undefined;
  /**
   * Shows the view of the tab without requesting the page from the server. If undefined, the link requests the page.
   */
  onNavigate?: () => void;
  children: ReactNode;
};

/** One tab: a link to a view of the screen. */
export function Tab({ href, current, count, onNavigate, children }: TabProps) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (current && link.current) reveal(link.current);
  }, [current]);
  return (
    <li>
      <Link
        ref={link}
        href={href}
        prefetch={false}
        scroll={false}
        aria-current={current ? 'page' : undefined}
        onNavigate={
          onNavigate &&
          ((event) => {
            event.preventDefault();
            onNavigate();
          })
        }
        className={clsx(
          'flex min-h-11 items-center gap-2 border-b-2 px-3 text-sm font-semibold whitespace-nowrap -outline-offset-2',
          current ? 'border-brand text-brand-strong' : 'border-transparent text-ink-soft hover:text-ink',
        )}
      >
        <bdi>{children}</bdi>
        {count !== undefined && (
          <span className="rounded-full bg-sunken px-2 text-xs leading-5 text-ink-soft">
            <CappedCount value={count} />
          </span>
        )}
        <LinkPending />
      </Link>
    </li>
  );
}

/**
 * Scrolls only the row of tabs. scrollIntoView would also scroll the page, which may just have restored its scroll
 * position.
 */
function reveal(tab: HTMLElement): void {
  const strip = tab.closest('nav');
  if (!strip) return;
  const [inner, outer] = [tab.getBoundingClientRect(), strip.getBoundingClientRect()];
  const margin = 24;
  const before = inner.left - margin - outer.left;
  const after = inner.right + margin - outer.right;
  strip.scrollLeft += before < 0 ? before : Math.max(0, after);
}
