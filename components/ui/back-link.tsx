import { ArrowRight } from 'lucide-react';
import Link from 'next/link';
import { LinkPending } from '@/components/ui/feedback/link-pending';

/** Link above the heading of a screen that leads back to the list. */
export function BackLink({ href, children }: { href: string; children: string }) {
  return (
    <Link
      href={href}
      prefetch={false}
      className="-my-1.5 flex min-h-11 items-center gap-1.5 self-start text-sm font-semibold text-brand"
    >
      <ArrowRight aria-hidden className="size-4 ltr:rotate-180" />
      {children}
      <LinkPending />
    </Link>
  );
}
