'use client';

import { useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import Link from 'next/link';
import { useFormatter, useTranslations } from 'next-intl';
import { LinkPending } from '@/components/ui/link-pending';
import { ReadProblem } from '@/components/ui/read-problem';
import { RelativeTime } from '@/components/ui/relative-time';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import type { OrderView } from '@/lib/orders/order-view';
import type { AddressVocabulary } from './order-address-card';
import { OrderAddressCard } from './order-address-card';
import { ConfirmationMark } from './confirmation-mark';
import { OrderStatusBadge, PaymentStatusBadge } from './order-badges';
import { OrderCustomerCard } from './order-customer-card';
import { OrderFactsCard } from './order-facts-card';
import { OrderLinesCard } from './order-lines-card';
import { OrderShipmentsCard } from './order-shipments-card';
import { OrdersForbidden } from './orders-forbidden';
import { orderOptions } from './orders-queries';
import { installPath } from '@/lib/shared/install-path';
import type { OrderActions } from './use-order-write';
import { isForbidden } from '@/lib/shared/read-json';

type OrderScreenProps = {
  installId: string;
  orderId: string;
  /** Code of the store's own currency: what one unit of an exchange rate is. */
  storeCurrency: string;
  vocabulary: AddressVocabulary;
  actions: OrderActions;
};

/** One order, read-only, kept current by live updates. */
export function OrderScreen({ installId, orderId, storeCurrency, vocabulary }: OrderScreenProps) {
  const t = useTranslations('order');
  const query = useQuery(orderOptions(installId, orderId));
  if (isForbidden(query.error)) return <OrdersForbidden />;
  if (!query.data) {
    if (query.isPending) return <p role="status">{t('loading')}</p>;
    return <ReadProblem heading="h1" error={query.error} onRetry={() => void query.refetch()} />;
  }
  const { order, stale, readAt } = query.data;
  return (
    <div className="flex flex-col gap-4">
      <OrderHeading installId={installId} view={query.data} />
      {(stale || query.isRefetchError) && (
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
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-4">
          <OrderLinesCard order={order} storeCurrency={storeCurrency} />
          <OrderShipmentsCard order={order} />
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <OrderCustomerCard customer={order.customer} />
          <OrderAddressCard address={order.shipping_address} vocabulary={vocabulary} />
          <OrderFactsCard view={query.data} />
        </div>
      </div>
    </div>
  );
}

function OrderHeading({ installId, view }: { installId: string; view: OrderView }) {
  const t = useTranslations('order');
  const format = useFormatter();
  const { order, confirmation } = view;
  return (
    <div className="flex flex-col gap-2">
      <Link
        href={installPath(installId, '/orders')}
        prefetch={false}
        className="-my-1.5 flex min-h-11 items-center gap-1.5 self-start text-sm font-semibold text-brand"
      >
        <ArrowRight aria-hidden className="size-4 ltr:rotate-180" />
        {t('back')}
        <LinkPending />
      </Link>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="text-xl font-bold sm:text-2xl">
          {t.rich('title', { number: () => <bdi>{order.order_number}</bdi> })}
        </h1>
        <OrderStatusBadge status={order.status} />
        <PaymentStatusBadge status={order.payment_status} />
        <ConfirmationMark confirmation={confirmation} />
      </div>
      <p className="text-sm text-ink-soft">
        <time dateTime={order.created_at}>
          {format.dateTime(new Date(order.created_at), { dateStyle: 'long', timeStyle: 'short' })}
        </time>
      </p>
    </div>
  );
}
