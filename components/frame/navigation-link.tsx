'use client';

import { clsx } from 'clsx';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import type { ReactNode } from 'react';
import { LinkPending } from '@/components/ui/feedback/link-pending';
import { useRight } from '@/components/ui/role-context';
import type { Right } from '@/lib/shared/roles/roles';

type NavigationLinkProps = {
  href: string;
  /** The right that the screen needs; `read` if every role may open it. */
  needs: Right;
  className: string;
  children: ReactNode;
};

/** A link to a screen. It marks the link of the open screen. A role without the right does not have the link. */
export function NavigationLink({ href, needs, className, children }: NavigationLinkProps) {
  const isOffered = useRight(needs);
  const isHere = usePathname() === href;
  if (!isOffered) return null;
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
