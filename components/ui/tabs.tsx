'use client';

import { clsx } from 'clsx';
import Link from 'next/link';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { LinkPending } from '@/components/ui/feedback/link-pending';
import { type CutEdges, cutEdges } from '@/components/ui/list/cut-edges';
import { CappedCount } from '@/components/ui/text/capped-count';

/**
 * Tabs for the views of a screen. Each tab is a link with a URL of its own. The Back button therefore works, and a view
 * can be opened in a new browser tab. The row of tabs scrolls sideways. Where more tabs follow, its edge fades out.
 */
export function Tabs({ label, children }: { label: string; children: ReactNode }) {
  const strip = useRef<HTMLElement>(null);
  const cut = useCutEdges(strip);
  return (
    <nav
      ref={strip}
      aria-label={label}
      data-cut={cut || undefined}
      className={clsx(
        '-mx-3 overflow-x-auto scroll-px-6 overscroll-x-contain border-b border-line px-3 [scrollbar-width:none] sm:mx-0 sm:px-0',
        cut && fades[cut],
      )}
    >
      <ul className="flex min-w-max gap-1">{children}</ul>
    </nav>
  );
}

/** CSS mask of the row of tabs for the edges that are cut off. Its gradients begin at the faded edge. */
const fades = {
  start:
    'ltr:[mask-image:linear-gradient(90deg,transparent,black_1.5rem)] rtl:[mask-image:linear-gradient(-90deg,transparent,black_1.5rem)]',
  end: 'ltr:[mask-image:linear-gradient(-90deg,transparent,black_1.5rem)] rtl:[mask-image:linear-gradient(90deg,transparent,black_1.5rem)]',
  both: '[mask-image:linear-gradient(90deg,transparent,black_1.5rem,black_calc(100%-1.5rem),transparent)]',
};

/** Returns the edges at which the row is cut off. Null before the first measurement. */
function useCutEdges(strip: RefObject<HTMLElement | null>): CutEdges {
  const [cut, setCut] = useState<CutEdges>(null);
  useEffect(() => {
    const row = strip.current;
    if (!row) return;
    const measure = () => setCut(cutEdges(row));
    // The list grows when the counts of the tabs arrive.
    const sizes = new ResizeObserver(measure);
    for (const element of [row, row.firstElementChild]) if (element) sizes.observe(element);
    row.addEventListener('scroll', measure, { passive: true });
    return () => {
      sizes.disconnect();
      row.removeEventListener('scroll', measure);
    };
  }, [strip]);
  return cut;
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
