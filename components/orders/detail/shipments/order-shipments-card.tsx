'use client';

import { Truck } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { useToast } from '@/components/ui/feedback/toast';
import { findOutstandingLines } from '@/lib/orders/order/fulfillment/find-outstanding-lines';
import type { OrderView } from '@/lib/orders/order-view';
import { FulfillmentEntry } from './fulfillment-entry';
import { MissingScope } from '@/components/ui/feedback/missing-scope';
import { OrderStatusName } from '@/components/orders/shared/order-badges';
import { type SkippedStatus, StatusSkipped } from '@/components/orders/detail/status-skipped';
import { useLazySheet } from '@/components/orders/detail/use-lazy-sheet';
import type { OrderActions, OrderTarget } from '@/components/orders/detail/use-order-write';
import { useIsOff } from '@/components/ui/role-context';

type OrderShipmentsCardProps = {
  target: OrderTarget;
  order: OrderView['order'];
  actions: Pick<OrderActions, 'fulfillOrder' | 'changeFulfillment'>;
};

const loadSheet = () => import('./fulfill-sheet').then(({ FulfillSheet }) => FulfillSheet);

/**
 * Order statuses with which an order is not expected to ship. The platform decides whether a fulfillment is still
 * possible.
 */
const calledOff: string[] = ['cancelled', 'refunded'];

/** Card with the fulfillments of the order and their actions, and the lines that are left to ship. */
export function OrderShipmentsCard({ target, order, actions }: OrderShipmentsCardProps) {
  const t = useTranslations('fulfill');
  const toast = useToast();
  const reasonId = useId();
  const sheet = useLazySheet(loadSheet);
  const [skipped, setSkipped] = useState<SkippedStatus>(null);
  const left = findOutstandingLines(order).reduce((sum, { quantity }) => sum + quantity, 0);
  const isForbidden = useIsOff('fulfil', 'fulfillments:write');
  return (
    <Card
      title={t('title')}
      aside={
        left > 0 && (
          <Button
            disabled={isForbidden}
            aria-describedby={isForbidden ? reasonId : undefined}
            pending={sheet.isComing}
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
        <p>
          {left === 0
            ? t('nothingLeft')
            : calledOff.includes(order.status)
              ? t('calledOff')
              : order.source === 'pos'
                ? t('atTill')
                : t('left', { count: left })}
        </p>
        {isForbidden && (
          <MissingScope id={reasonId} needs="fulfil">
            {t('noScope')}
          </MissingScope>
        )}
      </div>
      {order.fulfillments.length > 0 && (
        <ul className="mt-3 divide-y divide-line border-t border-line">
          {order.fulfillments.map((fulfillment) => (
            <FulfillmentEntry
              key={fulfillment.id}
              target={{ ...target, fulfillmentId: fulfillment.id }}
              fulfillment={fulfillment}
              items={order.items}
              action={actions.changeFulfillment}
              onChanged={setSkipped}
            />
          ))}
        </ul>
      )}
      {sheet.render({
        target,
        order,
        action: actions.fulfillOrder,
        onFulfilled: (status, stayed) => {
          setSkipped(stayed);
          toast({ text: t(`done.${status}`) });
        },
      })}
    </Card>
  );
}
