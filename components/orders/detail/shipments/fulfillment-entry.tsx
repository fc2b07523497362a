'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { CopyButton } from '@/components/ui/copy-button';
import { NumberText } from '@/components/ui/text/number-text';
import type { ViewedFulfillment, ViewedItem } from '@/lib/orders/order-view';
import { FulfillmentActions } from './fulfillment-actions';
import type { ParcelSenders } from './parcel-senders';
import { FulfillmentStatusBadge } from '@/components/orders/shared/order-badges';
import type { SkippedStatus } from '@/components/orders/detail/status-skipped';
import type { FulfillmentTarget, OrderActions } from '@/components/orders/detail/use-order-write';
import { dateTimeParts } from '@/lib/shared/locale';

type FulfillmentEntryProps = {
  target: FulfillmentTarget;
  fulfillment: ViewedFulfillment;
  items: ViewedItem[];
  action: OrderActions['changeFulfillment'];
  onChanged: (skipped: SkippedStatus) => void;
  parcelSenders: ParcelSenders;
};

/** One fulfillment: its provider, tracking number, status, lines and actions. */
export function FulfillmentEntry({ fulfillment, items, ...write }: FulfillmentEntryProps) {
  const t = useTranslations('fulfill');
  const format = useFormatter();
  const { provider, tracking_number: tracking, trackingUrl, status, created_at, updated_at } = fulfillment;
  const number = <bdi dir="ltr">{tracking}</bdi>;
  const time = (at: string) => <time dateTime={at}>{format.dateTime(new Date(at), dateTimeParts)}</time>;
  return (
    <li data-fulfillment={fulfillment.id} className="flex flex-col gap-1.5 py-3 text-sm last:pb-0">
      <div className="flex items-center justify-between gap-3 font-semibold">
        <bdi className="min-w-0 break-words">{provider ?? t('noProvider')}</bdi>
        <FulfillmentStatusBadge status={status} />
      </div>
      {tracking !== null && (
        <p className="flex items-center gap-1 text-ink-soft">
          <span className="min-w-0 break-words">
            {t('tracking')}{' '}
            {trackingUrl ? (
              <a
                href={trackingUrl}
                target="_blank"
                rel="noopener noreferrer"
                className="text-brand underline"
              >
                {number}
              </a>
            ) : (
              number
            )}
          </span>
          <CopyButton text={tracking} label={t('copyTracking')} labelHidden />
        </p>
      )}
      <ul className="text-ink-soft">
        {fulfillment.lines.map((line, index) => (
          <li key={`${index} ${line.order_item_id}`}>
            <bdi>{items.find(({ id }) => id === line.order_item_id)?.name ?? t('otherLine')}</bdi>
            <span aria-hidden> × </span>
            <NumberText value={line.quantity} />
          </li>
        ))}
      </ul>
      <p className="text-xs text-ink-soft">
        {t.rich('created', { time: () => time(created_at) })}
        {updated_at !== created_at && (
          <>
            <span aria-hidden> · </span>
            {t.rich('updated', { time: () => time(updated_at) })}
          </>
        )}
      </p>
      <FulfillmentActions fulfillment={fulfillment} {...write} />
    </li>
  );
}
