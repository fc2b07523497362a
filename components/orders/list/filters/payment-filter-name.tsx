import { useTranslations } from 'next-intl';
import { PaymentStatusName } from '@/components/orders/shared/order-badges';
import { restUnpaid } from '@/lib/orders/list/payment-filter';

/** A value of the payment filter as text. */
export function PaymentFilterName({ value }: { value: string }) {
  const t = useTranslations('orders.filters');
  return value === restUnpaid ? t('restUnpaid') : <PaymentStatusName status={value} />;
}
