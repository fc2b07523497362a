'use client';

import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { ArrowUp, RotateCw, ScrollText, SearchX } from 'lucide-react';
import { useFormatter, useTranslations } from 'next-intl';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { CurrencyName } from '@/components/ui/text/currency-name';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { MoneyText } from '@/components/ui/text/money-text';
import { ReadProblem } from '@/components/ui/feedback/read-problem';
import type { OrderListFilters } from '@/lib/orders/list/order-list-filters';
import { urlOfFilters } from '@/lib/orders/list/order-list-url';
import { type OrderSort, usualSort } from '@/lib/orders/list/order-sort';
import type { OrderColumn } from '@/lib/orders/list/order-columns';
import { owedOf, sumTotals } from '@/lib/orders/list/sum-totals';
import { currencyKey } from '@/lib/shared/numbers/money';
import type { OrderListView } from '@/lib/orders/order-view';
import { NewOrderLink } from '@/components/orders/new-order/new-order-link';
import type { ShownRow } from './freeze-rows';
import { OrdersTable } from './orders-table';
import { useFrozenList } from './use-frozen-list';
import type { ChangeFilters } from '@/components/orders/list/filters/use-order-filters';
import type { StandardView } from '@/components/orders/list/filters/use-saved-views';
import type { Selection } from '@/components/orders/list/bulk/use-selection';
import { ListSkeleton } from '@/components/ui/list/list-skeleton';

type OrdersListProps = {
  installId: string;
  /**
   * Current filters of the orders list as canonical text: equal filters always have the same text. It is
   * empty without filters.
   */
  text: string;
  filters: OrderListFilters;
  /** Standard view that has the current filters; null if there is none. */
  view: StandardView | null;
  orders: UseInfiniteQueryResult<InfiniteData<OrderListView>>;
  change: ChangeFilters;
  selection: Selection;
  columns: readonly OrderColumn[];
};

/** The rows of the orders list. If the data is not loaded, a skeleton or an error message is shown instead. */
export function OrdersList(props: OrdersListProps) {
  const { orders } = props;
  const [failure, setFailure] = useState(orders.error);
  if (orders.error && orders.error !== failure) setFailure(orders.error);
  // A failed read of the list is retried at each live update. The error message stays visible until a read succeeds. If
  // it were hidden during each retry, it would flicker.
  const hasFailed = orders.errorUpdateCount > 0 && (!orders.data || orders.isPlaceholderData);
  if (orders.data && !hasFailed) return <ReadList {...props} pages={orders.data.pages} />;
  return (
    <ListFrame>
      {hasFailed ? <ReadProblem error={failure} onRetry={() => void orders.refetch()} /> : <OrdersSkeleton />}
    </ListFrame>
  );
}

function ReadList(props: OrdersListProps & { pages: OrderListView[] }) {
  const { installId, text, filters, view, orders, pages, change, selection, columns } = props;
  const t = useTranslations('orders');
  const region = useRef<HTMLDivElement>(null);
  const fresh = useMemo(() => pages.flatMap((page) => page.rows), [pages]);
  const isOutdated = orders.isPlaceholderData;
  const { sort, ...onlyFilters } = filters;
  const isFiltered = urlOfFilters(onlyFilters).size > 0;
  const changeSort = useCallback(
    (next: OrderSort) => change((now) => ({ ...now, sort: next === usualSort ? undefined : next })),
    [change],
  );
  // While orders are selected, no row moves and no row disappears, so that the user always sees what is selected.
  const isFrozen = selection.ids.size > 0;
  const list = useFrozenList({ filters: text, fresh, complete: !orders.hasNextPage, isOutdated, isFrozen });
  const next = useNextPages(text, pages, orders);
  const shown = list.rows.length - list.gone;
  const isSettled = !isOutdated && !(shown === 0 && next.isComing);
  const show = () => {
    list.show();
    window.scrollTo({ top: 0 });
    region.current?.focus({ preventScroll: true });
  };
  return (
    <>
      <p role="status" className={clsx('text-xs text-ink-soft', (!isFiltered || shown === 0) && 'sr-only')}>
        {isFiltered && isSettled && t('showing', { count: shown })}
        {filters.q !== undefined && isSettled && !orders.hasNextPage && <OwedSum rows={list.rows} />}
      </p>
      <TotalCurrencies currencies={pages[0]?.currencies ?? []} />
      {!isOutdated && (
        <NewOrdersPill waiting={list.waiting} gone={list.gone} isOnTop={sort === undefined} onShow={show} />
      )}
      <ListFrame>
        <div
          ref={region}
          tabIndex={-1}
          aria-busy={isOutdated}
          // The CSS of the rows uses the attribute `data-choosing`. When the attribute changes, the rows change without
          // being rendered again by React.
          data-choosing={selection.isChoosing || undefined}
          className={clsx('outline-none', isOutdated && 'opacity-60')}
          onClickCapture={(event) => {
            // While the list still shows the rows of the old filters, their checkboxes do nothing. The checkboxes are
            // not disabled, because a control that becomes disabled loses the focus.
            if (!isOutdated || !(event.target instanceof HTMLInputElement)) return;
            event.preventDefault();
            event.stopPropagation();
          }}
        >
          {list.rows.length > 0 ? (
            <OrdersTable
              installId={installId}
              rows={list.rows}
              columns={columns}
              selection={selection}
              sort={sort}
              onSort={changeSort}
            />
          ) : isOutdated || next.isComing || (!isFiltered && isFilling(pages)) ? (
            <OrdersSkeleton />
          ) : (
            <NoOrders
              installId={installId}
              view={isFiltered ? view : 'all'}
              searched={filters.q}
              isFilling={isFilling(pages)}
              change={change}
            />
          )}
        </div>
        {next.hasFailed && <p className="px-3 pt-3 text-center text-sm text-ink-soft">{t('moreFailed')}</p>}
        {orders.hasNextPage && (list.rows.length > 0 || next.hasFailed) && (
          <div className="flex justify-center p-3">
            <Button pending={next.isComing} onClick={next.loadMore}>
              {t('more')}
            </Button>
          </div>
        )}
      </ListFrame>
    </>
  );
}

/**
 * Sum of what is still to be paid for the orders that a search found, one sum for each currency. A partly paid order
 * counts with its rest. If the user searched for a customer, the sum is what this customer owes. Shown only if all found
 * orders are loaded.
 */
function OwedSum({ rows }: { rows: readonly ShownRow[] }) {
  const t = useTranslations('orders');
  const format = useFormatter();
  const sums = sumTotals(
    rows.flatMap(({ row, gone }) => {
      const total = gone ? null : owedOf(row);
      return total ? { total } : [];
    }),
  );
  if (sums.length === 0) return null;
  const amounts = sums.map((sum) => <MoneyText key={currencyKey(sum)} money={sum} />);
  return (
    <>
      <span aria-hidden> · </span>
      <span className="font-semibold text-ink">
        {t.rich('owed', { amounts: () => format.list(amounts) })}
      </span>
    </>
  );
}

/**
 * Loads more pages of the orders list when the user requests them. If a page has no matching rows, the next
 * page is loaded automatically, until a row or the end of the list is found. If a live update interrupts the
 * request for a page, the page is requested again after the update.
 */
function useNextPages(text: string, pages: OrderListView[], orders: OrdersListProps['orders']) {
  const [requested, setRequested] = useState({ text, pages: 0 });
  const isRequested = requested.text === text && requested.pages > pages.length;
  const isWanted =
    orders.hasNextPage && !orders.isPlaceholderData && (isRequested || pages.at(-1)?.rows.length === 0);
  const hasFailed = orders.isFetchNextPageError;
  const canFetch = isWanted && !orders.isFetching && !hasFailed;
  const { fetchNextPage } = orders;
  useEffect(() => {
    if (canFetch) void fetchNextPage();
  }, [canFetch, fetchNextPage]);
  return {
    isComing: isWanted && !hasFailed,
    hasFailed,
    loadMore: () => {
      setRequested({ text, pages: pages.length + 1 });
      void fetchNextPage({ cancelRefetch: false });
    },
  };
}

/** Text that there is no order, and what to do next. Each standard view has its own text. */
function NoOrders(props: {
  installId: string;
  view: StandardView | null;
  /** Words of the search that found nothing; undefined if there was no search. */
  searched: string | undefined;
  isFilling: boolean;
  change: ChangeFilters;
}) {
  const t = useTranslations('orders');
  const { view, searched } = props;
  if (view !== null && view !== 'all')
    return (
      <EmptyState icon={<ScrollText />} title={t(`emptyView.${view}.title`)}>
        {t(props.isFilling ? 'noMatch.filling' : `emptyView.${view}.body`)}
      </EmptyState>
    );
  if (view === 'all')
    return (
      <EmptyState
        icon={<ScrollText />}
        title={t('empty.title')}
        actions={<NewOrderLink installId={props.installId} className="max-sm:hidden" />}
      >
        {t('empty.body')}
      </EmptyState>
    );
  return (
    <EmptyState
      icon={<SearchX />}
      title={searched ? t('noMatch.searched', { words: searched }) : t('noMatch.title')}
      actions={<Button onClick={() => props.change(() => ({}))}>{t('noMatch.clear')}</Button>}
    >
      {t(props.isFilling ? 'noMatch.filling' : 'noMatch.body')}
    </EmptyState>
  );
}

function isFilling(pages: OrderListView[]): boolean {
  return pages[0]?.freshness.backfill.state === 'running';
}

function ListFrame({ children }: { children: ReactNode }) {
  return (
    <div className="sm:rounded-card sm:border sm:border-line sm:bg-surface sm:shadow-card">{children}</div>
  );
}

type NewOrdersPillProps = {
  waiting: number;
  gone: number;
  /** True if the sort of the list puts new orders at the top. If false, new orders can be anywhere in the list. */
  isOnTop: boolean;
  onShow: () => void;
};

/**
 * Button that appears if orders were added to or removed from the list while no row may move. A press shows
 * the current rows. The button floats above the rows and below the table's header, so its appearance moves
 * nothing.
 */
function NewOrdersPill({ waiting, gone, isOnTop, onShow }: NewOrdersPillProps) {
  const t = useTranslations('orders.pill');
  const Icon = waiting > 0 && isOnTop ? ArrowUp : RotateCw;
  return (
    <div role="status" className="sticky top-18 z-12 -mt-3 flex sm:top-28 h-0 justify-center">
      {(waiting > 0 || gone > 0) && (
        <button
          type="button"
          className="flex min-h-11 items-center gap-2 self-start rounded-full bg-brand px-4 text-sm font-semibold whitespace-nowrap text-on-brand shadow-float hover:bg-brand-strong"
          onClick={onShow}
        >
          <Icon aria-hidden className="size-4 shrink-0" />
          {waiting > 0 ? t('new', { count: waiting }) : t('update')}
        </button>
      )}
    </div>
  );
}

/**
 * Text that totals in different currencies are not compared with each other. It is shown only if the store has several
 * currencies.
 */
function TotalCurrencies({ currencies }: { currencies: string[] }) {
  const t = useTranslations('orders.sort');
  const format = useFormatter();
  if (currencies.length < 2) return null;
  const names = currencies.map((code) => <CurrencyName key={code} code={code} />);
  return (
    <p className="text-xs text-ink-soft">
      {t.rich('currencies', { currencies: () => format.list(names, { type: 'unit' }) })}
    </p>
  );
}

/** Skeleton that is shown while the orders list loads. */
function OrdersSkeleton() {
  const t = useTranslations('orders');
  return <ListSkeleton label={t('loading')} />;
}
