import { clsx } from 'clsx';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { LinkPending } from './link-pending';

/** Views of one screen, each an address of its own: links, so that Back and a new tab work. */
export function Tabs({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav aria-label={label} className="overflow-x-auto border-b border-line">
      <ul className="flex min-w-max gap-1">{children}</ul>
    </nav>
  );
}

type TabProps = { href: string; current: boolean; count?: number | undefined; children: ReactNode };

/** One view; `count` is how many it holds. */
export function Tab({ href, current, count, children }: TabProps) {
  return (
    <li>
      <Link
        href={href}
        prefetch={false}
        scroll={false}
        aria-current={current ? 'page' : undefined}
        className={clsx(
          'flex min-h-11 items-center gap-2 border-b-2 px-3 text-sm font-semibold whitespace-nowrap -outline-offset-2',
          current ? 'border-brand text-brand-strong' : 'border-transparent text-ink-soft hover:text-ink',
        )}
      >
        <bdi>{children}</bdi>
        {count !== undefined && (
          <span className="rounded-full bg-sunken px-2 text-xs leading-5 text-ink-soft">{count}</span>
        )}
        <LinkPending />
      </Link>
    </li>
  );
}
