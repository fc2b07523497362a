'use client';

import { ChevronLeft, ChevronRight } from 'lucide-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { LinkPending } from '@/components/ui/feedback/link-pending';

/**
 * URLs of the pages before and after the current page of a list. `later` is the previous page, with newer entries; null
 * on the first page. `earlier` is the next page, with older entries; null on the last page.
 */
type PaginationProps = { later: string | null; earlier: string | null };

/**
 * Links to the previous and the next page of a long list. The pages have no numbers, because a page with a fixed number
 * would have other entries as soon as a new entry is added.
 */
export function Pagination({ later, earlier }: PaginationProps) {
  const t = useTranslations('ui.pagination');
  if (later === null && earlier === null) return null;
  return (
    <nav aria-label={t('label')} className="flex justify-between gap-3">
      <Neighbour href={later}>
        <ChevronLeft aria-hidden className="size-4 rtl:-scale-x-100" />
        {t('later')}
      </Neighbour>
      <Neighbour href={earlier}>
        {t('earlier')}
        <ChevronRight aria-hidden className="size-4 rtl:-scale-x-100" />
      </Neighbour>
    </nav>
  );
}

function Neighbour({ href, children }: { href: string | null; children: ReactNode }) {
  if (href === null) return <Button disabled>{children}</Button>;
  return (
    <Button asChild>
      <Link href={href} prefetch={false}>
        {children}
        <LinkPending />
      </Link>
    </Button>
  );
}
