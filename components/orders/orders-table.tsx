'use client';

import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { LinkPending } from '@/components/ui/link-pending';
import { RelativeTime } from '@/components/ui/relative-time';
import { MoneyText } from '@/components/ui/money-text';
import { Cell, HeaderCell, Row, Table } from '@/components/ui/table';
import { ConfirmationMark } from './confirmation-mark';
import type { ShownRow } from './hold-rows';
import { OrderStatusBadge, PaymentStatusBadge } from './order-badges';
import { OrderSource } from './order-source';
import { TagList } from './tag-list';
import { installPath } from '@/lib/shared/install-path';

/** The orders as a table; below 640 px each row is drawn as a card, number and total first. */
export function OrdersTable({ installId, rows }: { installId: string; rows: ShownRow[] }) {
  const t = useTranslations('orders');
  return (
    <Table
      caption={t('title')}
      head={
        <>
          <HeaderCell>{t('columns.order')}</HeaderCell>
          <HeaderCell>{t('columns.created')}</HeaderCell>
          <HeaderCell>{t('columns.status')}</HeaderCell>
          <HeaderCell>{t('columns.payment')}</HeaderCell>
          <HeaderCell className="text-start sm:max-lg:hidden">{t('columns.source')}</HeaderCell>
          <HeaderCell className="text-end">{t('columns.total')}</HeaderCell>
        </>
      }
    >
      {rows.map(({ row, gone }) => (
        <OrderRowCells key={row.id} installId={installId} row={row} gone={gone} />
      ))}
    </Table>
  );
}

function OrderRowCells({ installId, row, gone }: { installId: string } & ShownRow) {
  const t = useTranslations('orders');
  return (
    <Row>
      <Cell className="max-sm:order-1">
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
          {gone && <span className="text-xs font-semibold text-ink-soft">{t('gone')}</span>}
        </div>
        <div className="mt-1 max-sm:hidden">
          <TagList tags={row.tags} />
        </div>
      </Cell>
      <Cell className="whitespace-nowrap text-ink-soft max-sm:order-5 max-sm:text-end max-sm:text-xs">
        <RelativeTime at={row.created_at} />
        <span className="block text-xs max-sm:hidden lg:hidden">
          <OrderSource source={row.source} />
        </span>
      </Cell>
      <Cell className="max-sm:order-3 max-sm:col-span-2 max-sm:flex max-sm:gap-1.5">
        <OrderStatusBadge status={row.status} />
        <span className="sm:hidden">
          <PaymentStatusBadge status={row.payment_status} />
        </span>
      </Cell>
      <Cell className="max-sm:hidden">
        <PaymentStatusBadge status={row.payment_status} />
      </Cell>
      <Cell className="min-w-0 text-ink-soft sm:max-lg:hidden max-sm:order-4 max-sm:flex max-sm:flex-wrap max-sm:items-center max-sm:gap-2 max-sm:text-xs">
        <OrderSource source={row.source} />
        <span className="sm:hidden">
          <TagList tags={row.tags} />
        </span>
      </Cell>
      <Cell className="text-end font-bold whitespace-nowrap max-sm:order-2 max-sm:text-base">
        <MoneyText money={row.total} />
      </Cell>
    </Row>
  );
}
