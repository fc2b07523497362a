'use client';

import { clsx } from 'clsx';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { LinkPending } from '@/components/ui/link-pending';
import { RelativeTime } from '@/components/ui/relative-time';
import { MoneyText } from '@/components/ui/money-text';
import type { OrderRow } from '@/lib/orders/order-view';
import { ConfirmationMark } from './confirmation-mark';
import { OrderStatusBadge, PaymentStatusBadge } from './order-badges';
import { OrderSource } from './order-source';
import { TagList } from './tag-list';
import { installPath } from '@/lib/shared/install-path';

/** The orders as a table; below 640 px each row is drawn as a card, number and total first. */
export function OrdersTable({ installId, rows }: { installId: string; rows: OrderRow[] }) {
  const t = useTranslations('orders');
  return (
    <table className="w-full text-sm max-sm:block">
      <caption className="sr-only">{t('title')}</caption>
      <thead className="max-sm:sr-only">
        <tr className="border-b border-line text-xs text-ink-soft">
          <HeaderCell>{t('columns.order')}</HeaderCell>
          <HeaderCell>{t('columns.created')}</HeaderCell>
          <HeaderCell>{t('columns.status')}</HeaderCell>
          <HeaderCell>{t('columns.payment')}</HeaderCell>
          <HeaderCell className="sm:max-lg:hidden">{t('columns.source')}</HeaderCell>
          <HeaderCell className="text-end">{t('columns.total')}</HeaderCell>
        </tr>
      </thead>
      <tbody className="max-sm:flex max-sm:flex-col max-sm:gap-2.5">
        {rows.map((row) => (
          <Row key={row.id} installId={installId} row={row} />
        ))}
      </tbody>
    </table>
  );
}

function HeaderCell({ className = 'text-start', children }: { className?: string; children: string }) {
  return (
    <th scope="col" className={clsx('px-1.5 py-2.5 md:px-2.5 font-semibold lg:px-4', className)}>
      {children}
    </th>
  );
}

// On a phone the row is a grid of two columns; the order of its cells there is theirs by `order-`.
function Row({ installId, row }: { installId: string; row: OrderRow }) {
  return (
    <tr
      className={clsx(
        'relative border-b border-line last:border-b-0 hover:bg-sunken/60 has-focus-visible:bg-sunken',
        'max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:items-center max-sm:gap-x-3 max-sm:gap-y-2',
        'max-sm:rounded-card max-sm:border max-sm:border-line! max-sm:bg-surface max-sm:p-3.5 max-sm:shadow-card',
      )}
    >
      <td className="sm:px-1.5 sm:py-3 md:px-2.5 lg:px-4 max-sm:order-1">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Link
            href={installPath(installId, `/orders/${encodeURIComponent(row.id)}`)}
            prefetch={false}
            className="inline-flex items-center gap-2 font-bold text-brand after:absolute after:inset-0 max-sm:text-base"
          >
            <bdi>{row.order_number}</bdi>
            <LinkPending />
          </Link>
          <ConfirmationMark confirmation={row.confirmation} />
        </div>
        <div className="mt-1 max-sm:hidden">
          <TagList tags={row.tags} />
        </div>
      </td>
      <td className="whitespace-nowrap text-ink-soft sm:px-1.5 md:px-2.5 lg:px-4 max-sm:order-5 max-sm:text-end max-sm:text-xs">
        <RelativeTime at={row.created_at} />
        <span className="block text-xs max-sm:hidden lg:hidden">
          <OrderSource source={row.source} />
        </span>
      </td>
      <td className="sm:px-1.5 md:px-2.5 lg:px-4 max-sm:order-3 max-sm:col-span-2 max-sm:flex max-sm:gap-1.5">
        <OrderStatusBadge status={row.status} />
        <span className="sm:hidden">
          <PaymentStatusBadge status={row.payment_status} />
        </span>
      </td>
      <td className="max-sm:hidden sm:px-1.5 md:px-2.5 lg:px-4">
        <PaymentStatusBadge status={row.payment_status} />
      </td>
      <td className="min-w-0 text-ink-soft sm:max-lg:hidden lg:px-4 max-sm:order-4 max-sm:flex max-sm:flex-wrap max-sm:items-center max-sm:gap-2 max-sm:text-xs">
        <OrderSource source={row.source} />
        <span className="sm:hidden">
          <TagList tags={row.tags} />
        </span>
      </td>
      <td className="text-end font-bold whitespace-nowrap sm:px-1.5 md:px-2.5 lg:px-4 max-sm:order-2 max-sm:text-base">
        <MoneyText money={row.total} />
      </td>
    </tr>
  );
}
