'use client';

import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useFormatter, useTranslations } from 'next-intl';
import { type ReactNode, useMemo, useState } from 'react';
import { Banner } from '@/components/ui/feedback/banner';
import { Button } from '@/components/ui/button';
import type { BulkActions } from '@/lib/orders/bulk/bulk-actions';
import type { CourierActions } from '@/lib/orders/bulk/courier-commands';
import type { SavedViewActions } from '@/lib/orders/views/saved-view';
import { FreshnessLine } from '@/components/ui/feedback/freshness-line';
import { NewOrderLink } from '@/components/orders/new-order/new-order-link';
import { OrderFilterChips } from '@/components/orders/list/filters/order-filter-chips';
import { OrderFilters } from '@/components/orders/list/filters/order-filters';
import { OrderSearchField } from '@/components/orders/list/filters/order-search-field';
import { OrderViews } from '@/components/orders/list/filters/order-views';
import { OrdersForbidden } from '@/components/orders/shared/orders-forbidden';
import { type ChooseScreen, NamesQuestion } from './names-question';
import { OrdersList } from './orders-list';
import { OrdersMenu } from './orders-menu';
import { useNoteOpenedList } from '@/components/orders/shared/opened-list';
import { ordersListOptions } from '@/components/orders/shared/orders-queries';
import { useColumns } from './use-columns';
import { arePublicFilters } from '@/lib/orders/list/order-list-url';
import { useOrderFilters } from '@/components/orders/list/filters/use-order-filters';
import { useSavedViews } from '@/components/orders/list/filters/use-saved-views';
import { useSelection } from '@/components/orders/list/bulk/use-selection';
import { isForbidden } from '@/lib/shared/read-json';
import { Card } from '@/components/ui/card';
import { HiddenPart } from '@/components/ui/feedback/hidden-part';
import { ProgressBar } from '@/components/ui/feedback/progress-bar';
import type { Freshness } from '@/lib/shared/freshness';
import { useRight } from '@/components/ui/role-context';
import { useMissingScopes } from '@/components/ui/scopes-context';
import { useShortcuts } from '@/components/ui/use-shortcuts';
import { ScreenHeading } from '@/components/ui/screen-heading';

type OrdersScreenProps = {
  installId: string;
  actions: {
    bulk: BulkActions;
    courier: CourierActions;
    views: SavedViewActions;
    chooseScreen: ChooseScreen;
  };
  /**
   * Notice that links to the bulk runs (one action on many orders each) that are in progress in this install.
   */
  notice: ReactNode;
  /**
   * True if the app does not store the customers of orders that were not made in Daftar, and the user has not answered
   * yet whether it should.
   */
  asksForNames: boolean;
};

/** SelectionBar is loaded when the user first selects an order, and ColumnsDialog when the user opens it. */
const SelectionBar = dynamic(
  () => import('@/components/orders/list/bulk/selection-bar').then(({ SelectionBar: bar }) => bar),
  {
    ssr: false,
  },
);
const ColumnsDialog = dynamic(() => import('./columns-dialog').then(({ ColumnsDialog: dialog }) => dialog), {
  ssr: false,
});

/**
 * The server renders SavedViewControls if it is needed, so that nothing on the screen moves when its code
 * arrives in the browser.
 */
const SavedViewControls = dynamic(() =>
  import('@/components/orders/list/filters/saved-view-controls').then(
    ({ SavedViewControls: controls }) => controls,
  ),
);

/**
 * Screen with the list of sales orders that match the filters in the URL, in the sort of the URL. Live updates keep it
 * current.
 */
export function OrdersScreen({ installId, actions, notice, asksForNames }: OrdersScreenProps) {
  const t = useTranslations('orders');
  const tSelect = useTranslations('bulk.select');
  const { filters, text, isKept, change } = useOrderFilters(installId);
  useNoteOpenedList(installId, text);
  const selection = useSelection(text);
  const { isChoosing } = selection;
  useRowKeys(selection);
  const { tabs, active, isView, isSortedView, standard, canOwn, ...views } = useSavedViews(installId, text);
  // A search text that can be a customer's phone or name is stored only in the browser tab (`isKept`). Filters with
  // that text cannot be saved as a view, because a saved view is stored as plain text.
  const canSave = views.canSave && !isKept && arePublicFilters(filters);
  const columns = useColumns(active?.columns ?? null);
  const [isChoosingColumns, setIsChoosingColumns] = useState(false);
  // After a filter change, the old rows stay visible, dimmed, until the new rows arrive.
  const orders = useInfiniteQuery({
    ...ordersListOptions(installId, text),
    placeholderData: keepPreviousData,
  });
  const pages = orders.data?.pages;
  const loaded = useMemo(() => pages?.flatMap(({ rows }) => rows) ?? [], [pages]);
  if (isForbidden(orders.error)) return <OrdersForbidden />;
  const freshness = pages?.[0]?.freshness;
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-center justify-between gap-x-2 gap-y-1">
        <div className="flex min-w-0 flex-1 flex-col gap-0.5">
          <ScreenHeading title={t('title')} />
          {freshness && <FreshnessLine at={freshness.syncedAt} isStale={orders.isRefetchError} />}
        </div>
        <Button
          variant={isChoosing ? 'chosen' : 'quiet'}
          className="px-3! sm:hidden"
          aria-pressed={isChoosing}
          onClick={isChoosing ? selection.clear : selection.choose}
        >
          {tSelect('choose')}
        </Button>
        <OrdersMenu
          installId={installId}
          text={text}
          courier={actions.courier}
          openColumns={() => setIsChoosingColumns(true)}
        />
        <NewOrderLink installId={installId} className="max-sm:hidden" />
      </div>
      {notice}
      <OrderViews installId={installId} text={text} views={tabs} change={change} />
      <div className="flex gap-2">
        <OrderSearchField q={filters.q ?? ''} change={change} searching={orders.isPlaceholderData} />
        <OrderFilters filters={filters} change={change} isView={isSortedView} />
        {(canSave || active) && (
          <SavedViewControls
            installId={installId}
            text={text}
            active={active}
            canSave={canSave}
            canOwn={canOwn}
            columns={columns.own}
            actions={actions.views}
          />
        )}
      </div>
      {/* The filters are shown as chips only if they belong to no view, because the name of a view already says
          which filters are active. */}
      {!isView && <OrderFilterChips filters={filters} change={change} isView={isSortedView} />}
      {orders.isRefetchError && orders.data && (
        <Banner
          tone="warn"
          title={t('stale')}
          actions={<Button onClick={() => void orders.refetch()}>{t('retry')}</Button>}
        />
      )}
      <CustomersHidden />
      {/* Only the first page of the whole list decides whether the question is shown, so that the list does not move
          when more orders are loaded. */}
      {asksForNames && text === '' && pages?.[0]?.rows.some(({ customerName }) => customerName === null) && (
        <NamesQuestion installId={installId} choose={actions.chooseScreen} />
      )}
      {freshness && <BackfillProgress backfill={freshness.backfill} />}
      <OrdersList
        installId={installId}
        text={text}
        filters={filters}
        view={standard}
        orders={orders}
        change={change}
        selection={selection}
        columns={columns.shown}
      />
      {selection.ids.size > 0 && (
        <SelectionBar installId={installId} loaded={loaded} selection={selection} actions={actions.bulk} />
      )}
      {isChoosingColumns && (
        <ColumnsDialog
          installId={installId}
          view={active}
          shown={columns.shown}
          keep={columns.keep}
          change={actions.views.change}
          onClose={() => setIsChoosingColumns(false)}
        />
      )}
    </div>
  );
}

/**
 * Text that the app may not read customers. Without it, rows without a customer would look as if the orders had no
 * customers (U10).
 */
function CustomersHidden() {
  const t = useTranslations('orders');
  const isHidden = useMissingScopes('clients:read').length > 0;
  const mayKnow = useRight('see_personal_data');
  return isHidden && mayKnow && <HiddenPart scope="clients:read">{t('customersHidden')}</HiddenPart>;
}

/**
 * Progress of the backfill (the first full read after the installation). It shows the number of orders that
 * were read so far, and the date of the oldest one. It shows no percentage, because the platform does not
 * report the total.
 */
function BackfillProgress({ backfill }: { backfill: Freshness['backfill'] }) {
  const t = useTranslations('backfill');
  const format = useFormatter();
  if (backfill.state === 'done') return null;
  const reached = backfill.reachedBack && new Date(backfill.reachedBack);
  return (
    <Card>
      <ProgressBar
        label={
          <>
            <b className="font-semibold">{t('title')}</b>{' '}
            {reached
              ? t('progressBackTo', {
                  count: backfill.fetched,
                  date: format.dateTime(reached, { day: 'numeric', month: 'long', year: 'numeric' }),
                })
              : t('progress', { count: backfill.fetched })}
          </>
        }
      />
    </Card>
  );
}

type RowActs = { toggle: (id: string) => void; clear: () => void };

/**
 * Enables the keyboard shortcuts of the orders list: J moves down, K moves up, X selects the focused row, Escape clears
 * the selection. Each row has its order id in the attribute `data-order`.
 */
function useRowKeys({ toggle, clear }: RowActs): void {
  useShortcuts({
    KeyJ: () => step(1),
    KeyK: () => step(-1),
    KeyX: () => {
      const id = rowInFocus()?.dataset.order;
      if (id !== undefined) toggle(id);
    },
    Escape: clear,
  });
}

const rowInFocus = () => document.activeElement?.closest<HTMLElement>('[data-order]') ?? null;

/**
 * Moves the focus to the next or previous row of the orders list. If the focus is outside the list, the first visible
 * row gets the focus.
 */
function step(by: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-order]')];
  const at = rows.findIndex((row) => row === rowInFocus());
  const next = at >= 0 ? rows[at + by] : rows.find((row) => row.getBoundingClientRect().top >= 0);
  next?.querySelector('a')?.focus();
}
