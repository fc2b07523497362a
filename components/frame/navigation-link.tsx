'use client';

import { clsx } from 'clsx';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import type { ReactNode } from 'react';
import { LinkPending } from '@/components/ui/feedback/link-pending';

type NavigationLinkProps = { href: string; className: string; children: ReactNode };

/** Link to a screen. The link to the current screen is highlighted. */
export function NavigationLink({ href, className, children }: NavigationLinkProps) {
  const isHere = usePathname() === href;
  return (
    <Link
      href={href}
      prefetch={false}
      aria-current={isHere ? 'page' : undefined}
      // A press on a link in the popover list of screens also closes that list.
      onClick={(event) => event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()}
      className={clsx(
        'flex min-h-11 items-center font-semibold whitespace-nowrap',
        className,
        isHere ? 'bg-brand-soft text-brand-strong' : 'text-ink-soft hover:bg-sunken hover:text-ink',
      )}
    >
      {children}
      <LinkPending />
    </Link>
  );
}
