import { Banknote } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Badge } from '@/components/ui/badge';
import { fulfillmentStatusTone, orderStatusTone, paymentStatusTone } from '@/lib/orders/order-status';
import { knownKey } from '@/lib/shared/known-key';

/** Where the order stands, in words; a status we have never heard of as it came. */
export function OrderStatusBadge({ status }: { status: string }) {
  const known = knownKey(orderStatusTone, status);
  return (
    <Badge tone={known ? orderStatusTone[known] : 'neutral'}>
      <OrderStatusName status={status} />
    </Badge>
  );
}

/** The same words alone. */
export function OrderStatusName({ status }: { status: string }) {
  const t = useTranslations('orderStatus');
  const known = knownKey(orderStatusTone, status);
  return known ? t(known) : status;
}

/** Where its money stands: never the same badge as the order's. */
export function PaymentStatusBadge({ status }: { status: string }) {
  const known = knownKey(paymentStatusTone, status);
  return (
    <Badge tone={known ? paymentStatusTone[known] : 'neutral'} icon={<Banknote aria-hidden />}>
      <PaymentStatusName status={status} />
    </Badge>
  );
}

/** The same words alone. */
export function PaymentStatusName({ status }: { status: string }) {
  const t = useTranslations('paymentStatus');
  const known = knownKey(paymentStatusTone, status);
  return known ? t(known) : status;
}

/** Where a shipment stands. */
export function FulfillmentStatusBadge({ status }: { status: string }) {
  const t = useTranslations('fulfillmentStatus');
  const known = knownKey(fulfillmentStatusTone, status);
  return <Badge tone={known ? fulfillmentStatusTone[known] : 'neutral'}>{known ? t(known) : status}</Badge>;
}
