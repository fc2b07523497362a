'use client';

import { clsx } from 'clsx';
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Fragment, type ReactNode, useSyncExternalStore } from 'react';
import { Checkbox } from '@/components/ui/form/checkbox';
import { HeaderCell, Table } from '@/components/ui/list/table';
import { knownColumns, type OrderColumn } from '@/lib/orders/list/order-columns';
import { type OrderSort, usualSort } from '@/lib/orders/list/order-sort';
import type { ShownRow } from './freeze-rows';
import { OrderTableRow } from './order-table-row';
import type { Selection } from '@/components/orders/list/bulk/use-selection';

type OrdersTableProps = {
  installId: string;
  rows: ShownRow[];
  columns: readonly OrderColumn[];
  selection: Selection;
  sort: OrderSort | undefined;
  onSort: (sort: OrderSort) => void;
};

/**
 * Number of rows in the server's HTML. They fill the first screen of a phone or a laptop. The browser already has the
 * data of the other rows, and renders them at once when React starts. So the server needs about half of the CPU time for
 * the rows of a page.
 */
const serverRowsMax = 20;

/** Table of orders. Below a width of 640 px, each row is shown as a card that starts with number and total. */
export function OrdersTable(props: OrdersTableProps) {
  const { installId, rows, columns, selection, sort = usualSort, onSort } = props;
  const t = useTranslations('orders');
  const tBulk = useTranslations('bulk.select');
  const { ids, toggle, setAll } = selection;
  const chosen = rows.filter(({ row }) => ids.has(row.id)).length;
  const areAll = chosen > 0 && chosen === rows.length;
  const rowsMax = useSyncExternalStore(
    never,
    () => Infinity,
    () => serverRowsMax,
  );
  // The columns for customer and tags have no cell of their own. OrderTableRow shows both values below the order
  // number.
  const headers: Record<OrderColumn, ReactNode> = {
    customer: null,
    items: <HeaderCell className="text-start sm:max-lg:hidden">{t('columns.items')}</HeaderCell>,
    created: (
      <SortCell down="newest" up="oldest" sort={sort} onSort={onSort} className="text-start lg:w-30">
        {t('columns.created')}
      </SortCell>
    ),
    status: <HeaderCell className="text-start lg:w-32">{t('columns.status')}</HeaderCell>,
    payment: <HeaderCell className="text-start lg:w-39">{t('columns.payment')}</HeaderCell>,
    tags: null,
    source: <HeaderCell className="text-start sm:max-xl:hidden lg:w-30">{t('columns.source')}</HeaderCell>,
    total: (
      <SortCell down="highest" up="lowest" sort={sort} onSort={onSort} className="text-end lg:w-31">
        {t('columns.total')}
      </SortCell>
    ),
  };
  return (
    <Table
      caption={t('title')}
      stickyHead
      hasFixedColumns
      head={
        <>
          <HeaderCell className="w-px py-0! pe-0! max-sm:hidden lg:w-14">
            <Checkbox
              label={tBulk('all')}
              labelHidden
              checked={areAll}
              mixed={chosen > 0 && !areAll}
              onChange={() =>
                setAll(
                  rows.map(({ row }) => row.id),
                  !areAll,
                )
              }
            />
          </HeaderCell>
          {/* The column of items gets the remaining width. If the column of items is hidden, the column of orders
              gets the remaining width. */}
          <HeaderCell className={clsx('text-start', columns.includes('items') && 'lg:w-31')}>
            {t('columns.order')}
          </HeaderCell>
          {knownColumns(columns).map((column) => (
            <Fragment key={column}>{headers[column]}</Fragment>
          ))}
        </>
      }
    >
      {rows.map(({ row, gone }, index) =>
        index < rowsMax ? (
          <OrderTableRow
            key={row.id}
            installId={installId}
            row={row}
            gone={gone}
            columns={columns}
            isChosen={ids.has(row.id)}
            toggle={toggle}
          />
        ) : (
          // An empty row that is about as high as the usual row. So the page has about its full height from the start, and a
          // reload keeps its scroll position.
          <tr key={row.id} aria-hidden className="h-18 max-sm:h-44 lg:h-15" />
        ),
      )}
    </Table>
  );
}

/** Subscribe function for useSyncExternalStore that never reports a change. */
const never = () => () => undefined;

type SortCellProps = Pick<OrdersTableProps, 'onSort'> & {
  /**
   * `down` is the descending sort by this column; the first press on the header chooses it. `up` is the ascending sort.
   */
  down: OrderSort;
  up: OrderSort;
  sort: OrderSort;
  className?: string;
  children: ReactNode;
};

/**
 * Header cell of a column by which the list can be sorted. A phone does not show the table header; there the
 * user chooses the sort in the filter dialog.
 */
function SortCell({ down, up, sort, onSort, className, children }: SortCellProps) {
  const Icon = sort === down ? ArrowDown : sort === up ? ArrowUp : ChevronsUpDown;
  return (
    <HeaderCell
      className={className}
      aria-sort={sort === down ? 'descending' : sort === up ? 'ascending' : undefined}
    >
      <span className="sm:hidden">{children}</span>
      <button
        type="button"
        className="-mx-1.5 -my-2 inline-flex min-h-8 items-center gap-1 rounded-control px-1.5 hover:bg-sunken hover:text-ink max-sm:hidden"
        onClick={() => onSort(sort === down ? up : down)}
      >
        {children}
        <Icon aria-hidden className="size-3.5" />
      </button>
    </HeaderCell>
  );
}
