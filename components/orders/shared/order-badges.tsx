import { Banknote } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Badge } from '@/components/ui/badge';
import {
  fulfillmentStatusTone,
  orderStatusTone,
  paymentStatusTone,
  paymentTone,
} from '@/lib/orders/order-status';
import { knownKey } from '@/lib/shared/known-key';

/** Order status as a badge. A status without a translation is shown as the platform sent it. */
export function OrderStatusBadge({ status }: { status: string }) {
  const known = knownKey(orderStatusTone, status);
  return (
    <Badge tone={known ? orderStatusTone[known] : 'neutral'}>
      <OrderStatusName status={status} />
    </Badge>
  );
}

/** Order status as text without a badge. */
export function OrderStatusName({ status }: { status: string }) {
  const t = useTranslations('orderStatus');
  const known = knownKey(orderStatusTone, status);
  return known ? t(known) : status;
}

/** Payment status as a badge with its own icon, so that it never looks like the order status badge. */
export function PaymentStatusBadge({ status, orderStatus }: { status: string; orderStatus: string }) {
  return (
    <Badge tone={paymentTone(status, orderStatus)} icon={<Banknote aria-hidden />}>
      <PaymentStatusName status={status} />
    </Badge>
  );
}

/** Payment status as text without a badge. */
export function PaymentStatusName({ status }: { status: string }) {
  const t = useTranslations('paymentStatus');
  const known = knownKey(paymentStatusTone, status);
  return known ? t(known) : status;
}

/** Fulfillment status as a badge. A status without a translation is shown as the platform sent it. */
export function FulfillmentStatusBadge({ status }: { status: string }) {
  const known = knownKey(fulfillmentStatusTone, status);
  return (
    <Badge tone={known ? fulfillmentStatusTone[known] : 'neutral'}>
      <FulfillmentStatusName status={status} />
    </Badge>
  );
}

/** Fulfillment status as text without a badge. */
export function FulfillmentStatusName({ status }: { status: string }) {
  const t = useTranslations('fulfillmentStatus');
  const known = knownKey(fulfillmentStatusTone, status);
  return known ? t(known) : status;
}
