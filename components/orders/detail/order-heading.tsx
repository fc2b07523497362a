import { useFormatter, useTranslations } from 'next-intl';
import type { OrderView } from '@/lib/orders/order-view';
import { BackToOrders } from '@/components/orders/shared/back-to-orders';
import { ConfirmationMark } from '@/components/orders/shared/confirmation-mark';
import { FreshnessLine } from '@/components/ui/feedback/freshness-line';
import { OrderStatusBadge, PaymentStatusBadge } from '@/components/orders/shared/order-badges';

/**
 * Heading of the order page: the order number, a badge each for order status and payment status, and how current the
 * data is.
 */
export function OrderHeading({ installId, view }: { installId: string; view: OrderView }) {
  const t = useTranslations('order');
  const format = useFormatter();
  const { order, confirmation, readAt } = view;
  return (
    <div className="flex flex-col gap-2">
      <BackToOrders installId={installId} />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="text-xl font-bold sm:text-2xl">
          {t.rich('title', { number: () => <bdi>{order.order_number}</bdi> })}
        </h1>
        <OrderStatusBadge status={order.status} />
        <PaymentStatusBadge status={order.payment_status} orderStatus={order.status} />
        <ConfirmationMark confirmation={confirmation} />
      </div>
      {/* On a phone these are always two lines. Otherwise a longer age would wrap, and the page would move. */}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 max-sm:flex-col max-sm:items-start">
        <p className="text-sm text-ink-soft">
          <time dateTime={order.created_at}>
            {format.dateTime(new Date(order.created_at), { dateStyle: 'long', timeStyle: 'short' })}
          </time>
        </p>
        <FreshnessLine at={readAt} isStale={view.stale} />
      </div>
    </div>
  );
}
