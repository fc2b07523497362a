import dynamic from 'next/dynamic';
import { useFormatter, useTranslations } from 'next-intl';
import { BackToOrders } from '@/components/orders/shared/back-to-orders';
import { ConfirmationMark } from '@/components/orders/shared/confirmation-mark';
import { FreshnessLine } from '@/components/ui/feedback/freshness-line';
import { useOpenedList } from '@/components/orders/shared/opened-list';
import { OrderSource } from '@/components/orders/shared/order-source';
import { OrderContactLine } from './order-contact-line';
import { OrderStatusBadge, PaymentStatusBadge } from '@/components/orders/shared/order-badges';
import type { OrderView } from '@/lib/orders/order-view';
import { ScreenHeading } from '@/components/ui/screen-heading';
import { dateTimeParts } from '@/lib/shared/locale';

/**
 * The code of OrderNeighbours (links to the previous and next order) is loaded only if the order was opened from a
 * list. An order page that is opened first in a tab therefore never loads it.
 */
const OrderNeighbours = dynamic(
  () => import('./order-neighbours').then(({ OrderNeighbours: neighbours }) => neighbours),
  { ssr: false },
);

/**
 * Heading of the order page: the order number, one badge for the order status, one for the payment status, and how
 * current the data is.
 */
export function OrderHeading({ installId, view }: { installId: string; view: OrderView }) {
  const t = useTranslations('order');
  const format = useFormatter();
  const list = useOpenedList(installId);
  const { order, confirmation, readAt } = view;
  return (
    <div className="flex flex-col gap-2">
      <div className="flex min-h-11 items-center justify-between gap-2">
        <BackToOrders installId={installId} href={list?.href} />
        {list && <OrderNeighbours installId={installId} orderId={order.id} list={list} />}
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <ScreenHeading title={t.markup('title', { number: () => order.order_number })}>
          {t.rich('title', { number: () => <bdi>{order.order_number}</bdi> })}
        </ScreenHeading>
        <OrderStatusBadge status={order.status} />
        {/* After a refund, a delivered order and its payment have the same status (A4). One badge then says everything. */}
        {order.payment_status !== order.status && (
          <PaymentStatusBadge status={order.payment_status} orderStatus={order.status} />
        )}
        {/* The heading shows the mark only while the app waits for the confirmation of the order by the platform's
            event. A confirmed order shows the confirmation in the section of technical details. */}
        {confirmation === 'sent' && <ConfirmationMark confirmation={confirmation} />}
      </div>
      {/* The age of the data is below the title, as on the lists. On a phone, the date of the order and the age of the
          data always have separate lines. On a shared line, a longer age would wrap and move the page. */}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 max-sm:flex-col max-sm:items-start">
        <p className="text-sm text-ink-soft">
          <time dateTime={order.created_at}>
            {format.dateTime(new Date(order.created_at), dateTimeParts)}
          </time>
          {order.source && (
            <>
              <span aria-hidden> · </span>
              <OrderSource source={order.source} />
            </>
          )}
        </p>
        <FreshnessLine at={readAt} isStale={view.stale} />
      </div>
      <OrderContactLine customer={order.customer} />
    </div>
  );
}
