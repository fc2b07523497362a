'use client';

import { clsx } from 'clsx';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import type { ReactNode } from 'react';
import { LinkPending } from '@/components/ui/feedback/link-pending';

type NavigationLinkProps = { href: string; className: string; children: ReactNode };

/** A link to a screen. It marks the link of the open screen. */
export function NavigationLink({ href, className, children }: NavigationLinkProps) {
  const isHere = usePathname() === href;
  return (
    <Link
      href={href}
      prefetch={false}
      aria-current={isHere ? 'page' : undefined}
      // The list that contains this link is no longer needed, so it closes.
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
