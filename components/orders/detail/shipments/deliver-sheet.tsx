'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { FormDialog } from '@/components/ui/overlay/form-dialog';
import { Checkbox } from '@/components/ui/form/checkbox';
import { NumberText } from '@/components/ui/text/number-text';
import type { OrderView, ViewedFulfillment } from '@/lib/orders/order-view';
import { deliversOrder } from '@/lib/orders/order/primary-action';

export type DeliverSheetProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  order: OrderView['order'];
  /** The shipments that can be marked as delivered, because they are on their way. */
  parcels: ViewedFulfillment[];
  /** Called with the fulfillment ids of the chosen shipments. */
  onChosen: (fulfillmentIds: string[]) => void;
};

/**
 * Dialog in which the user chooses which of several shipments were delivered. It also shows whether the chosen
 * shipments change the order status to "delivered".
 */
export function DeliverSheet({ open, onOpenChange, order, parcels, onChosen }: DeliverSheetProps) {
  const t = useTranslations('fulfill.deliver');
  const [excluded, setExcluded] = useState<readonly string[]>([]);
  const chosen = parcels.map(({ id }) => id).filter((id) => !excluded.includes(id));
  const effect = deliversOrder(order, new Set(chosen)) ? 'whole' : 'part';
  return (
    <FormDialog
      open={open}
      onClose={() => onOpenChange(false)}
      title={t('title')}
      cancel={t('cancel')}
      submit={t('submit', { count: chosen.length })}
      disabled={chosen.length === 0}
      onSubmit={() => {
        onOpenChange(false);
        setExcluded([]);
        onChosen(chosen);
      }}
    >
      <fieldset>
        <legend className="sr-only">{t('title')}</legend>
        {parcels.map((parcel) => (
          <Checkbox
            key={parcel.id}
            label={<ParcelName parcel={parcel} />}
            detail={<ParcelContent parcel={parcel} items={order.items} />}
            checked={!excluded.includes(parcel.id)}
            onChange={({ target }) =>
              setExcluded((ids) =>
                target.checked ? ids.filter((id) => id !== parcel.id) : [...ids, parcel.id],
              )
            }
            className="py-2"
          />
        ))}
      </fieldset>
      <p role="status" className="rounded-control bg-sunken px-3 py-2 text-sm">
        {t(chosen.length === 0 ? 'none' : effect)}
      </p>
    </FormDialog>
  );
}

function ParcelName({ parcel: { provider, tracking_number: tracking } }: { parcel: ViewedFulfillment }) {
  const t = useTranslations('fulfill');
  return (
    <>
      <bdi className="break-words">{provider ?? t('noProvider')}</bdi>
      {tracking !== null && (
        <>
          {' '}
          <bdi dir="ltr" className="font-normal break-words text-ink-soft">
            {tracking}
          </bdi>
        </>
      )}
    </>
  );
}

type ParcelContentProps = { parcel: ViewedFulfillment; items: OrderView['order']['items'] };

function ParcelContent({ parcel, items }: ParcelContentProps) {
  const t = useTranslations('fulfill');
  return parcel.lines.map((line, index) => (
    <span key={`${index} ${line.order_item_id}`} className="block">
      <bdi>{items.find(({ id }) => id === line.order_item_id)?.name ?? t('otherLine')}</bdi>
      <span aria-hidden> × </span>
      <NumberText value={line.quantity} />
    </span>
  ));
}
