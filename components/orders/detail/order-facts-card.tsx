import { useTranslations } from 'next-intl';
import { Card } from '@/components/ui/card';
import { Facts } from '@/components/ui/list/facts';
import type { OrderView } from '@/lib/orders/order-view';
import { OrderSource } from '@/components/orders/shared/order-source';
import { PaymentMethod } from '@/components/ui/text/payment-method';

/** Card with the payment method and the sales channel of the order. */
export function OrderFactsCard({ view: { order, paymentMethod } }: { view: OrderView }) {
  const t = useTranslations('order.facts');
  const facts = [
    {
      label: t('paymentMethod'),
      value: paymentMethod && <PaymentMethod id={paymentMethod} isPickup={order.shipping_address === null} />,
    },
    { label: t('source'), value: order.source && <OrderSource source={order.source} /> },
  ].filter(({ value }) => value);
  if (facts.length === 0) return null;
  return (
    <Card title={t('title')}>
      <Facts facts={facts} />
    </Card>
  );
}
