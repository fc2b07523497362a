'use client';

import { Truck } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { useShortcuts } from '@/components/ui/use-shortcuts';
import { useToast } from '@/components/ui/feedback/toast';
import { findOutstandingLines } from '@/lib/orders/order/fulfillment/find-outstanding-lines';
import type { OrderView } from '@/lib/orders/order-view';
import { primaryAction } from '@/lib/orders/order/primary-action';
import type { NoShipmentReason } from '@/lib/shared/orders/no-shipment';
import type { FulfillSheetProps } from './fulfill-sheet';
import { FulfillmentEntry } from './fulfillment-entry';
import { NoShipmentText } from './no-shipment-text';
import type { ParcelSenders } from './parcel-senders';
import { MissingScope } from '@/components/ui/feedback/missing-scope';
import { OrderStatusName } from '@/components/orders/shared/order-badges';
import { type SkippedStatus, StatusSkipped } from '@/components/orders/detail/status-skipped';
import type { useLazySheet } from '@/components/orders/detail/use-lazy-sheet';
import type { OrderActions, OrderTarget } from '@/components/orders/detail/use-order-write';
import type { OrderMessages } from '@/components/orders/detail/use-send-message';
import { useShippedToast } from './use-shipped-toast';
import { useIsOff } from '@/components/ui/role-context';

type OrderShipmentsCardProps = {
  target: OrderTarget;
  view: OrderView;
  actions: Pick<OrderActions, 'fulfillOrder' | 'changeFulfillment'>;
  /**
   * State of the form in which the user records a new shipment. `reasonId` is the id of the text that says why nothing
   * can be shipped. If the main button of the page opens this form, the card shows no button for the form.
   */
  sheet: ReturnType<typeof useLazySheet<FulfillSheetProps>> & { reasonId: string };
  /** Warning about the customer, at the top of the form of a new shipment. */
  warning: ReactNode;
  /** Names of the store's carriers, which the form of a new shipment offers. */
  carriers: readonly string[];
  parcelSenders: ParcelSenders;
  messages: OrderMessages;
  country: string | null;
};

/** Card with the fulfillments of the order and their actions, and the lines that are left to ship. */
export function OrderShipmentsCard(props: OrderShipmentsCardProps) {
  const { target, view, actions, sheet, warning, carriers, parcelSenders, messages, country } = props;
  const { order, noShipment } = view;
  const t = useTranslations('fulfill');
  const toast = useToast();
  const shippedToast = useShippedToast({ ...target, messages, country });
  const [skipped, setSkipped] = useState<SkippedStatus>(null);
  const left = findOutstandingLines(order).reduce((sum, { quantity }) => sum + quantity, 0);
  const isForbidden = useIsOff('fulfil', 'fulfillments:write');
  const canShip = noShipment === null && !isForbidden;
  const isMain = primaryAction(view).kind === 'ship';
  // A shipment that had already ended when the page was opened is folded. A shipment that ends later stays in its
  // place, so that no row moves while the user works with it.
  const [overIds] = useState(() => {
    const over = order.fulfillments.filter(({ status }) => status === 'delivered' || status === 'cancelled');
    return new Set((over.length < order.fulfillments.length ? over : over.slice(0, -1)).map(({ id }) => id));
  });
  const earlier = order.fulfillments.filter(({ id }) => overIds.has(id));
  const list = (shipments: typeof earlier) => (
    <ul className="mt-3 divide-y divide-line border-t border-line">
      {shipments.map((fulfillment) => (
        <FulfillmentEntry
          key={fulfillment.id}
          target={{ ...target, fulfillmentId: fulfillment.id }}
          fulfillment={fulfillment}
          items={order.items}
          action={actions.changeFulfillment}
          onChanged={setSkipped}
          parcelSenders={parcelSenders}
        />
      ))}
    </ul>
  );
  const remaining = useFocusAfterLast(noShipment);
  useShortcuts({ KeyE: () => canShip && sheet.show() });
  return (
    <Card
      title={t('title')}
      aside={
        noShipment === null &&
        !isMain && (
          <Button
            disabled={isForbidden}
            aria-describedby={isForbidden ? sheet.reasonId : undefined}
            pending={sheet.isComing}
            aria-keyshortcuts="e"
            onClick={sheet.show}
          >
            <Truck aria-hidden className="size-4" />
            {t('action')}
          </Button>
        )
      }
    >
      <StatusSkipped skipped={skipped} status={order.status} onDismiss={() => setSkipped(null)}>
        {t.rich('skipped', { status: () => <OrderStatusName key="status" status={order.status} /> })}
      </StatusSkipped>
      <div className="flex flex-col gap-1 text-sm text-ink-soft">
        <p ref={remaining} tabIndex={-1}>
          {noShipment === null ? (
            t('left', { count: left })
          ) : (
            <NoShipmentText reason={noShipment} status={order.status} />
          )}
        </p>
        {isForbidden && (
          <MissingScope id={sheet.reasonId} needs="fulfil">
            {t('noScope')}
          </MissingScope>
        )}
      </div>
      {earlier.length < order.fulfillments.length &&
        list(order.fulfillments.filter(({ id }) => !overIds.has(id)))}
      {earlier.length > 0 && (
        <details data-earlier-shipments>
          <summary className="flex min-h-11 cursor-pointer items-center text-sm font-semibold text-ink-soft">
            {t('earlier', { count: earlier.length })}
          </summary>
          {list(earlier)}
        </details>
      )}
      {sheet.render({
        target,
        order,
        warning,
        carriers,
        action: actions.fulfillOrder,
        onFulfilled: (status, stayed) => {
          setSkipped(stayed);
          const text = t(`done.${status}`);
          if (status === 'shipped') void shippedToast(text);
          else toast({ text });
        },
      })}
    </Card>
  );
}

/**
 * Returns the ref of the text that says what is left to ship. After the last shipment was recorded, the button for a
 * new shipment disappears. If that button had the focus, the text gets the focus, so that keyboard users stay in the
 * card.
 */
function useFocusAfterLast(noShipment: NoShipmentReason | null) {
  const text = useRef<HTMLParagraphElement>(null);
  const before = useRef(noShipment);
  useEffect(() => {
    const isLast = before.current === null && noShipment !== null;
    before.current = noShipment;
    if (isLast && document.activeElement === document.body) text.current?.focus({ preventScroll: true });
  }, [noShipment]);
  return text;
}
