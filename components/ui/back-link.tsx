import { ArrowRight } from 'lucide-react';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { LinkPending } from '@/components/ui/feedback/link-pending';

/** Link that leads from a screen back to its list. It is shown above the heading of the screen. */
export function BackLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link
      href={href}
      prefetch={false}
      className="-my-1.5 flex min-h-11 items-center gap-1.5 self-start text-sm font-semibold text-brand"
    >
      <ArrowRight aria-hidden className="size-4 ltr:rotate-180" />
      <span>{children}</span>
      <LinkPending />
    </Link>
  );
}
