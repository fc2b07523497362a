'use client';

import { clsx } from 'clsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { type ReactNode, useId, useState } from 'react';
import { Banner } from '@/components/ui/feedback/banner';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { useLiveChange } from '@/components/ui/feedback/live-context';
import { ReadProblem } from '@/components/ui/feedback/read-problem';
import { RelativeTime } from '@/components/ui/text/relative-time';
import type { AddressVocabulary } from '@/lib/orders/address-rows';
import type { OrderView } from '@/lib/orders/order-view';
import { isForbidden } from '@/lib/shared/read-json';
import { openActions } from './open-actions';
import { OrderAddressCard } from './order-address-card';
import { OrderCustomerCard } from './order-customer-card';
import { OrderHeading } from './order-heading';
import { OrderLinesCard } from './order-lines-card';
import { OrderNote } from '@/components/orders/detail/notes/order-note';
import { OrderPaymentCard } from './order-payment-card';
import { OrderProgress } from './order-progress';
import { OrderShipmentsCard } from '@/components/orders/detail/shipments/order-shipments-card';
import { createParcelSenders } from '@/components/orders/detail/shipments/parcel-senders';
import { OrderStatusControl } from './order-status-control';
import { OrderTags } from './order-tags';
import { OrderTechnicalDetails } from '@/components/orders/detail/attributes/order-technical-details';
import { OrderTimelineCard } from '@/components/orders/detail/timeline/order-timeline-card';
import { useRight } from '@/components/ui/role-context';
import { useSessionEnd } from '@/components/ui/feedback/session-end';
import { OrdersForbidden } from '@/components/orders/shared/orders-forbidden';
import { orderOptions } from '@/components/orders/shared/orders-queries';
import { ordersKeys } from '@/lib/shared/read-keys';
import { RefundsCard } from '@/components/orders/detail/refunds/refunds-card';
import { useLazySheet } from './use-lazy-sheet';
import type { OrderActions, OrderTarget } from './use-order-write';
import type { OrderMessages } from './use-send-message';

type OrderScreenProps = {
  installId: string;
  orderId: string;
  /**
   * `currency` is the store's own currency. An exchange rate is the price of 1 unit of this currency in the
   * currency of the order. `country` is a country code (ISO 3166). It is assumed for phone numbers without a
   * country code; null if unknown.
   */
  store: { currency: { code: string; decimals: number }; country: string | null };
  /** Names of the store's carriers, which the form of a shipment offers. */
  carriers: readonly string[];
  /** Origin (scheme and host) with which the app is registered on the platform. */
  appOrigin: string;
  /** URL of the order's page in the store admin. */
  adminUrl: string;
  /**
   * The order's cash in the cash notebook (the app's records about the cash of orders). `recorded` is the headline of
   * the payment card; null if no cash was recorded. `note` lists the entries.
   */
  cash: { recorded: ReactNode; note: ReactNode };
  vocabulary: AddressVocabulary;
  actions: OrderActions;
  /** Data for the messages to the customer: facts about the store, and the message templates. */
  messages: OrderMessages;
  /**
   * Renders what the app has stored about the person with the phone number. It is shown in the customer card, and
   * before shipping.
   */
  person: Record<'card' | 'shipping', (phone: string) => ReactNode>;
};

/**
 * The code of ReplacementNote is loaded only if the order replaces another order or was replaced by another
 * order.
 */
const ReplacementNote = dynamic(() => import('./replacement-note').then(({ ReplacementNote: note }) => note));

/** The code of OrderLinkNote is loaded only if the customer was asked to confirm the order. */
const OrderLinkNote = dynamic(() =>
  import('@/components/orders/detail/link/order-link-note').then(({ OrderLinkNote: note }) => note),
);

const loadShip = () =>
  import('@/components/orders/detail/shipments/fulfill-sheet').then(({ FulfillSheet }) => FulfillSheet);

/** Page of one sales order, with all actions that change it. Live updates keep it current. */
export function OrderScreen(props: OrderScreenProps) {
  const {
    installId,
    orderId,
    store,
    carriers,
    appOrigin,
    adminUrl,
    cash,
    vocabulary,
    actions,
    messages,
    person,
  } = props;
  const t = useTranslations('order');
  const query = useQuery(orderOptions(installId, orderId));
  const mayKnow = useRight('see_personal_data');
  // If the session has ended, SessionNotice already shows what to do. The banner about outdated data is then not shown
  // in addition.
  const hasEnded = useSessionEnd() !== null;
  const target = { installId, orderId };
  const ship = { ...useLazySheet(loadShip), reasonId: useId() };
  const [parcelSenders] = useState(createParcelSenders);
  useEndOfActions(target, query.data);
  if (isForbidden(query.error)) return <OrdersForbidden />;
  if (!query.data) {
    if (query.isPending) return <p role="status">{t('loading')}</p>;
    return <ReadProblem heading="h1" error={query.error} onRetry={() => void query.refetch()} />;
  }
  const view = query.data;
  const { order, stale, readAt } = view;
  const change = { target, view, action: actions.changeOrder };
  const warning = order.customer?.phone && person.shipping(order.customer.phone);
  return (
    <div className="group/order flex flex-col gap-4 max-sm:has-[[data-foot],[data-save-bar]]:pb-24">
      <OrderHeading installId={installId} view={view} />
      {(stale || query.isRefetchError) && !hasEnded && (
        <Banner
          tone="warn"
          title={t('stale.title')}
          actions={
            <Button pending={query.isFetching} onClick={() => void query.refetch()}>
              {t('stale.retry')}
            </Button>
          }
        >
          {t.rich('stale.body', { age: () => <RelativeTime at={readAt} /> })}
        </Banner>
      )}
      {(view.replaces ?? view.replacedBy) && (
        <ReplacementNote target={target} view={view} action={actions.setOrderStatus} />
      )}
      {view.link && <OrderLinkNote orderId={orderId} link={view.link} asking={messages.asking} />}
      <Card>
        <div className="flex flex-col gap-4 lg:flex-row lg:items-center lg:gap-6">
          <OrderProgress view={view} />
          <OrderStatusControl
            target={target}
            view={view}
            action={actions.setOrderStatus}
            ship={ship}
            parcelSenders={parcelSenders}
            warning={warning}
          />
        </div>
      </Card>
      {/* In the HTML, the cards have the sequence in which a phone shows them: what a merchant needs most comes
          first. On a desktop, the second column spans both rows of the first column. */}
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem] lg:grid-rows-[auto_1fr]">
        <div className="min-w-0 lg:col-start-1 lg:row-start-1">
          <OrderLinesCard view={view} storeCurrency={store.currency} installId={installId} />
        </div>
        <div className="flex min-w-0 flex-col gap-4 lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <OrderPaymentCard view={view} adminUrl={adminUrl} cash={cash} />
          <OrderCustomerCard
            order={order}
            stale={stale}
            country={store.country}
            messages={messages}
            person={person.card}
          />
          <OrderAddressCard address={order.shipping_address} vocabulary={vocabulary} stale={stale} />
        </div>
        <div className="flex min-w-0 flex-col gap-4 lg:col-start-1 lg:row-start-2">
          <OrderShipmentsCard
            target={target}
            view={view}
            actions={actions}
            sheet={ship}
            carriers={carriers}
            warning={warning}
            parcelSenders={parcelSenders}
            messages={messages}
            country={store.country}
          />
          <RefundsCard target={target} view={view} action={actions.refundOrder} />
          {/* Tags and note are often empty, so they share a card. Their labels are visible, so its heading is not. */}
          <Card>
            <h2 className="sr-only">{t(mayKnow ? 'tagsAndNote' : 'tags')}</h2>
            <div className={clsx('grid items-start gap-4', mayKnow && 'md:grid-cols-2')}>
              <OrderTags {...change} />
              {mayKnow && <OrderNote target={target} note={order.note} action={actions.changeOrder} />}
            </div>
          </Card>
          <OrderTimelineCard timeline={view.timeline} />
          <OrderTechnicalDetails {...change} appOrigin={appOrigin} />
        </div>
      </div>
    </div>
  );
}

/** Reads the order again when a write of this app to the order has ended. */
function useEndOfActions({ installId, orderId }: OrderTarget, view: OrderView | undefined): void {
  const queryClient = useQueryClient();
  useLiveChange(({ kind, id }) => {
    if (kind !== 'operation' || !view || !openActions(view).some((action) => action.id === id)) return;
    void queryClient.invalidateQueries({ queryKey: ordersKeys.order(installId, orderId) });
  });
}
