'use client';

import { clsx } from 'clsx';
import { CheckCheck } from 'lucide-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { Fragment, memo, type ReactNode } from 'react';
import { Checkbox } from '@/components/ui/form/checkbox';
import { LinkPending } from '@/components/ui/feedback/link-pending';
import { MoneyText } from '@/components/ui/text/money-text';
import { RelativeTime } from '@/components/ui/text/relative-time';
import { Cell, Row } from '@/components/ui/list/table';
import { OrderItemsText } from './order-items-text';
import { type OrderColumn, optionalColumns } from '@/lib/orders/list/order-columns';
import type { OrderRow } from '@/lib/orders/order-view';
import { workOfOrder } from '@/lib/orders/views/work-of-order';
import { ConfirmationMark } from '@/components/orders/shared/confirmation-mark';
import { OrderStatusBadge, PaymentStatusBadge } from '@/components/orders/shared/order-badges';
import { OrderSource } from '@/components/orders/shared/order-source';
import { installPath } from '@/lib/shared/install-path';

type OrderTableRowProps = {
  installId: string;
  row: OrderRow;
  gone: boolean;
  /** Columns that the table shows. On a phone each row is a card that ignores this setting and shows all columns. */
  columns: readonly OrderColumn[];
  isChosen: boolean;
  toggle: (id: string) => void;
};

/**
 * One sales order in the orders list. The row is wrapped in React's memo, so it renders again only if its data changes.
 * A press on a checkbox therefore renders only one row and responds quickly.
 */
export const OrderTableRow = memo(function OrderTableRow(props: OrderTableRowProps) {
  const { installId, row, gone, columns, isChosen, toggle } = props;
  const t = useTranslations('orders');
  const tBulk = useTranslations('bulk.select');
  const tConfirmation = useTranslations('confirmation');
  const work = workOfOrder(row);
  const isConfirmed = row.confirmation === 'confirmed';
  // After a refund, a delivered order and its payment have the same status (A4). One badge then says everything.
  const isSaidOnce = row.payment_status === row.status;
  const off = (column: OrderColumn) => !columns.includes(column) && 'sm:hidden';
  // The columns for customer and tags have no cell of their own. The cell of the order number shows both values.
  const cells: Record<OrderColumn, ReactNode> = {
    customer: null,
    items: (
      <Cell
        className={clsx('sm:max-lg:hidden max-sm:order-2 max-sm:col-span-2 max-sm:text-sm', off('items'))}
      >
        {/* If the customer is not known, the row shows the items first, because the user recognizes the order by its
            items. */}
        <p
          className={clsx(
            'min-h-5',
            row.customerName === null ? 'max-sm:font-semibold' : 'max-sm:text-ink-soft',
          )}
        >
          {row.itemsSummary && <OrderItemsText summary={row.itemsSummary} />}
        </p>
      </Cell>
    ),
    created: (
      <Cell
        className={clsx(
          'whitespace-nowrap text-ink-soft max-sm:order-5 max-sm:self-start max-sm:text-end max-sm:text-xs max-sm:leading-5',
          off('created'),
        )}
      >
        <RelativeTime at={row.created_at} dayClassName="block text-xs" />
        <span className={clsx('block text-xs max-sm:hidden xl:hidden', off('source'))}>
          <OrderSource source={row.source} />
        </span>
      </Cell>
    ),
    status: (
      <Cell
        className={clsx(
          'max-sm:order-3 max-sm:col-span-2 max-sm:flex max-sm:flex-wrap max-sm:items-center max-sm:gap-1.5',
          off('status'),
        )}
      >
        <OrderStatusBadge status={row.status} />
        {!isSaidOnce && (
          <span className="sm:hidden">
            <PaymentStatusBadge status={row.payment_status} orderStatus={row.status} />
          </span>
        )}
        {row.isPartShipped && (
          <span data-part-shipped className="text-xs text-ink-soft sm:mt-1 sm:block">
            {t('partShipped')}
          </span>
        )}
      </Cell>
    ),
    payment: (
      <Cell className={clsx('max-sm:hidden', off('payment'))}>
        {/* The badge of the order status already has the same words, so this column shows the paid amount. */}
        {isSaidOnce && columns.includes('status') ? (
          row.paid.amount_minor > 0 && (
            <span data-paid className="block text-ink-soft max-lg:w-min">
              {t.rich('paid', { amount: () => <MoneyText key="amount" money={row.paid} /> })}
            </span>
          )
        ) : (
          <PaymentStatusBadge status={row.payment_status} orderStatus={row.status} />
        )}
      </Cell>
    ),
    tags: null,
    source: (
      <Cell
        className={clsx(
          'min-w-0 text-ink-soft sm:max-xl:hidden max-sm:order-4 max-sm:flex max-sm:flex-wrap max-sm:self-start max-sm:items-center max-sm:gap-x-2 max-sm:gap-y-1 max-sm:text-xs max-sm:leading-5',
          off('source'),
        )}
      >
        {/* The last line of a card starts with the waiting step, because it says what the user does with the order. */}
        {work && (
          <span data-order-work={work} className="text-sm font-bold text-ink sm:hidden">
            {t(`work.${work}`)}
          </span>
        )}
        <OrderSource source={row.source} />
        <span className="sm:hidden">
          <TagList tags={row.tags} />
        </span>
      </Cell>
    ),
    total: (
      <Cell
        className={clsx('text-end font-bold whitespace-nowrap max-sm:order-1 max-sm:text-base', off('total'))}
      >
        <MoneyText money={row.total} />
      </Cell>
    ),
  };
  return (
    <Row
      data-order={row.id}
      className={clsx(isChosen && 'bg-brand-soft/60!', 'max-sm:in-data-choosing:ps-13')}
    >
      {/* On a phone, while the user is selecting orders, a press anywhere on the card selects its order. */}
      <Cell className="max-sm:absolute max-sm:inset-0 max-sm:z-10 max-sm:hidden max-sm:in-data-choosing:flex sm:w-px sm:py-0! sm:pe-0!">
        <Checkbox
          label={tBulk.rich('one', { number: () => <bdi key="number">{row.order_number}</bdi> })}
          labelHidden
          checked={isChosen}
          aria-keyshortcuts="x"
          // The checkbox is above the link that covers the whole row, so that a press reaches the checkbox.
          className="relative z-10 max-sm:flex-1 max-sm:justify-start! max-sm:ps-4"
          onChange={() => toggle(row.id)}
        />
      </Cell>
      <Cell className="max-sm:order-1">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Link
            href={installPath(installId, `/orders/${encodeURIComponent(row.id)}`)}
            prefetch={false}
            className="inline-flex items-center gap-2 font-bold text-brand after:absolute after:inset-0 max-sm:text-base"
          >
            <bdi>{row.order_number}</bdi>
            {isConfirmed && (
              // The icon is above the link's area, so that the pointer shows its tooltip, and a press still opens the order.
              <span aria-hidden title={tConfirmation('confirmed')} className="text-good sm:relative sm:z-10">
                <CheckCheck className="size-4" />
              </span>
            )}
            <LinkPending />
          </Link>
          {/* A row has the state of most orders as an icon. Only an order that is not confirmed yet has words. */}
          {isConfirmed ? (
            <span data-confirmation="confirmed" className="sr-only">
              {tConfirmation('confirmed')}
            </span>
          ) : (
            <ConfirmationMark confirmation={row.confirmation} />
          )}
          {gone && <span className="text-xs font-semibold text-ink-soft">{t('gone')}</span>}
        </div>
        {row.customerName !== null && (
          <p
            className={clsx(
              'mt-0.5 truncate text-sm max-sm:font-semibold sm:max-w-48 sm:max-md:max-w-28',
              off('customer'),
            )}
          >
            <bdi>{row.customerName}</bdi>
          </p>
        )}
        {/* A screen of medium width has no room for a column of items, so the items are below the order number. The
            height of two lines is reserved before the items arrive, so that the list does not move. */}
        <p
          className={clsx(
            'mt-0.5 min-h-8 max-w-48 text-xs text-ink-soft max-sm:hidden md:max-w-64 lg:hidden',
            off('items'),
          )}
        >
          {row.itemsSummary && <OrderItemsText summary={row.itemsSummary} />}
        </p>
        {row.tags.length > 0 && (
          <div className={clsx('mt-1 max-sm:hidden', off('tags'))}>
            <TagList tags={row.tags} />
          </div>
        )}
      </Cell>
      {optionalColumns.map((column) => (
        <Fragment key={column}>{cells[column]}</Fragment>
      ))}
    </Row>
  );
});

/** Tags of an order, including those that other apps have added. */
function TagList({ tags }: { tags: string[] }) {
  if (tags.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-1">
      {tags.map((tag) => (
        <li
          key={tag}
          className="max-w-40 truncate my-0 py-0 rounded bg-sunken px-1.5 text-xs leading-5 text-ink-soft"
        >
          <bdi>{tag}</bdi>
        </li>
      ))}
    </ul>
  );
}
