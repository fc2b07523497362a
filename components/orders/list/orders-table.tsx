'use client';

import { useTranslations } from 'next-intl';
import { Checkbox } from '@/components/ui/form/checkbox';
import { HeaderCell, Table } from '@/components/ui/list/table';
import type { OrderColumn } from '@/lib/orders/list/order-columns';
import type { ShownRow } from './freeze-rows';
import { OrderTableRow } from './order-table-row';
import type { Selection } from '@/components/orders/list/bulk/use-selection';

type OrdersTableProps = {
  installId: string;
  rows: ShownRow[];
  columns: readonly OrderColumn[];
  selection: Selection;
};

/** Table of orders. Below a width of 640 px, each row is shown as a card that starts with number and total. */
export function OrdersTable({ installId, rows, columns, selection }: OrdersTableProps) {
  const t = useTranslations('orders');
  const tBulk = useTranslations('bulk.select');
  const { ids, toggle, setAll } = selection;
  const chosen = rows.filter(({ row }) => ids.has(row.id)).length;
  const areAll = chosen > 0 && chosen === rows.length;
  return (
    <Table
      caption={t('title')}
      stickyHead
      head={
        <>
          <HeaderCell className="w-px py-0! pe-0! max-sm:hidden">
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
          <HeaderCell>{t('columns.order')}</HeaderCell>
          {columns.includes('items') && (
            <HeaderCell className="text-start sm:max-lg:hidden">{t('columns.items')}</HeaderCell>
          )}
          {columns.includes('created') && <HeaderCell>{t('columns.created')}</HeaderCell>}
          {columns.includes('status') && <HeaderCell>{t('columns.status')}</HeaderCell>}
          {columns.includes('payment') && <HeaderCell>{t('columns.payment')}</HeaderCell>}
          {columns.includes('source') && (
            <HeaderCell className="text-start sm:max-lg:hidden">{t('columns.source')}</HeaderCell>
          )}
          {columns.includes('total') && <HeaderCell className="text-end">{t('columns.total')}</HeaderCell>}
        </>
      }
    >
      {rows.map(({ row, gone }) => (
        <OrderTableRow
          key={row.id}
          installId={installId}
          row={row}
          gone={gone}
          columns={columns}
          isChosen={ids.has(row.id)}
          toggle={toggle}
        />
      ))}
    </Table>
  );
}
