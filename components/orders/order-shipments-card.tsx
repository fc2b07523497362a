import { useFormatter, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Card } from '@/components/ui/card';
import { MoneyText } from '@/components/ui/money-text';
import type { OrderView } from '@/lib/orders/order-view';
import { FulfillmentStatusBadge } from './order-badges';

/** Shipments and refunds as they stand, each with what it holds; nothing where there is none. */
export function OrderShipmentsCard({ order }: { order: OrderView['order'] }) {
  const t = useTranslations('order.shipments');
  const nameOf = (itemId: string | null) =>
    order.items.find(({ id }) => id === itemId)?.name ?? t('otherLine');
  return (
    <>
      {order.fulfillments.length > 0 && (
        <Card title={t('title')}>
          <ul className="divide-y divide-line">
            {order.fulfillments.map((shipment) => (
              <Entry
                key={shipment.id}
                at={shipment.created_at}
                aside={<FulfillmentStatusBadge status={shipment.status} />}
                title={<bdi>{shipment.provider ?? t('noProvider')}</bdi>}
                lines={shipment.lines.map((line) => ({
                  name: nameOf(line.order_item_id),
                  quantity: line.quantity,
                }))}
              >
                {shipment.tracking_number && (
                  <p>
                    {t('tracking')} <bdi dir="ltr">{shipment.tracking_number}</bdi>
                  </p>
                )}
              </Entry>
            ))}
          </ul>
        </Card>
      )}
      {order.refunds.length > 0 && (
        <Card title={t('refunds')}>
          <ul className="divide-y divide-line">
            {order.refunds.map((refund) => (
              <Entry
                key={refund.id}
                at={refund.created_at}
                aside={<MoneyText money={refund.amount} className="font-semibold" />}
                title={<bdi>{refund.reason ?? t('noReason')}</bdi>}
                lines={refund.lines.map((line) => ({
                  name: nameOf(line.order_item_id),
                  quantity: line.quantity,
                }))}
              />
            ))}
          </ul>
        </Card>
      )}
    </>
  );
}

type EntryProps = {
  at: string;
  title: ReactNode;
  aside: ReactNode;
  lines: { name: string; quantity: number }[];
  children?: ReactNode;
};

function Entry({ at, title, aside, lines, children }: EntryProps) {
  const format = useFormatter();
  return (
    <li className="flex flex-col gap-1 py-3 text-sm first:pt-0 last:pb-0">
      <div className="flex items-center justify-between gap-3 font-semibold">
        {title}
        {aside}
      </div>
      <div className="flex flex-col gap-0.5 text-ink-soft">
        {children}
        {lines.map((line, index) => (
          <p key={`${index} ${line.name}`}>
            <bdi>{line.name}</bdi>
            <span aria-hidden> × </span>
            <bdi>{line.quantity}</bdi>
          </p>
        ))}
        <time dateTime={at} className="text-xs">
          {format.dateTime(new Date(at), { dateStyle: 'medium', timeStyle: 'short' })}
        </time>
      </div>
    </li>
  );
}
