import { useInfiniteQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { type ReactNode, type Ref, useEffect, useRef, useState } from 'react';
import { ordersListOptions } from '@/components/orders/shared/orders-queries';
import type { OpenedList } from '@/components/orders/shared/opened-list';
import { Button } from '@/components/ui/button';
import { LinkPending } from '@/components/ui/feedback/link-pending';
import { loadNextPage } from '@/components/ui/list/load-next-page';
import { useShortcuts } from '@/components/ui/use-shortcuts';
import { installPath } from '@/lib/shared/install-path';

type OrderNeighboursProps = { installId: string; orderId: string; list: OpenedList };

/**
 * Links to the previous and the next order of the list from which this order was opened. The keys K (previous) and J
 * (next) open the same orders. The links use the cached list, which is not read again. An order that no longer matches
 * the filters of the list therefore keeps its place. The links are hidden if the cached list does not contain the
 * current order.
 */
export function OrderNeighbours({ installId, orderId, list }: OrderNeighboursProps) {
  const t = useTranslations('orderPage.neighbours');
  const rows = useInfiniteQuery({ ...ordersListOptions(installId, list.text), enabled: false });
  const previousLink = useRef<HTMLAnchorElement>(null);
  const nextLink = useRef<HTMLAnchorElement>(null);
  const ids: string[] = rows.data?.pages.flatMap((page) => page.rows.map(({ id }) => id)) ?? [];
  const place = ids.indexOf(orderId);
  const next = place < 0 ? undefined : ids[place + 1];
  const isLastLoaded = next === undefined && rows.hasNextPage;
  const [isNextWanted, setNextWanted] = useState(false);
  const loadMore = () => {
    setNextWanted(true);
    void loadNextPage(rows);
  };
  useEffect(() => {
    if (isNextWanted && next !== undefined) nextLink.current?.click();
  }, [isNextWanted, next]);
  useShortcuts({
    KeyK: () => previousLink.current?.click(),
    KeyJ: () => (isLastLoaded && place >= 0 ? loadMore() : nextLink.current?.click()),
  });
  if (place < 0) return null;
  const hrefOf = (id: string | undefined) =>
    id === undefined ? null : installPath(installId, `/orders/${encodeURIComponent(id)}`);
  return (
    <nav aria-label={t('label')} className="flex gap-1">
      <Neighbour
        ref={previousLink}
        href={hrefOf(ids[place - 1])}
        label={t(place > 0 ? 'previous' : 'first')}
        shortcut="k"
      >
        <ChevronRight aria-hidden className="size-5 ltr:rotate-180" />
      </Neighbour>
      <Neighbour
        ref={nextLink}
        href={hrefOf(next)}
        label={t(next !== undefined || isLastLoaded ? 'next' : 'last')}
        shortcut="j"
        load={isLastLoaded ? { isComing: rows.isFetchingNextPage, start: loadMore } : undefined}
      >
        <ChevronLeft aria-hidden className="size-5 ltr:rotate-180" />
      </Neighbour>
    </nav>
  );
}

type NeighbourProps = {
  ref: Ref<HTMLAnchorElement>;
  /** URL of the neighbouring order; null if the cached list has no order in this direction. */
  href: string | null;
  label: string;
  shortcut: string;
  /**
   * Function that loads more rows of the list, if the next order is not in the cache yet. It is undefined if no more
   * rows can be loaded.
   */
  load?: { isComing: boolean; start: () => void } | undefined;
  children: ReactNode;
};

function Neighbour({ ref, href, label, shortcut, load, children }: NeighbourProps) {
  const look = { variant: 'quiet' as const, className: 'w-11 px-0!', title: label };
  if (href === null)
    return (
      <Button {...look} aria-label={label} disabled={!load} pending={load?.isComing} onClick={load?.start}>
        {!load?.isComing && children}
      </Button>
    );
  return (
    <Button asChild {...look}>
      {/* `replace` replaces the current entry in the browser's history, so that Back leads to the list and not to the
          previous order. */}
      <Link ref={ref} href={href} replace prefetch={false} aria-label={label} aria-keyshortcuts={shortcut}>
        {children}
        <LinkPending />
      </Link>
    </Button>
  );
}
