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
  /**
   * The right that is needed to open the screen. The link is shown only if the user's role has this right. Every role
   * has the right `read`.
   */
  needs: Right;
  /**
   * If true, the link is marked on its own screen and on every screen below its path, such as the page of one quote.
   * Those screens have no link of their own.
   */
  isRoot: boolean;
  className: string;
  children: ReactNode;
};

/**
 * Link to a screen. The link is marked while that screen is open, and with `isRoot` while any screen below its path is
 * open. The link is hidden if the user's role lacks the right for the screen.
 */
export function NavigationLink({ href, needs, isRoot, className, children }: NavigationLinkProps) {
  const isOffered = useRight(needs);
  const here = usePathname();
  const isHere = here === href || (isRoot && here.startsWith(`${href}/`));
  if (!isOffered) return null;
  return (
    <Link
      href={href}
      prefetch={false}
      aria-current={isHere ? 'page' : undefined}
      // A press on a link in the popover list of screens closes that list.
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
