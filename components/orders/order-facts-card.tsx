import { useTranslations } from 'next-intl';
import { Card } from '@/components/ui/card';
import type { OrderView } from '@/lib/orders/order-view';
import { OrderSource } from './order-source';
import { PaymentMethod } from './payment-method';

/** What else is known of the order: how it is paid, where it came from. */
export function OrderFactsCard({ view: { order, paymentMethod } }: { view: OrderView }) {
  const t = useTranslations('order.facts');
  const facts = [
    { label: t('paymentMethod'), value: paymentMethod && <PaymentMethod id={paymentMethod} /> },
    { label: t('source'), value: order.source && <OrderSource source={order.source} /> },
  ].filter(({ value }) => value);
  if (facts.length === 0) return null;
  return (
    <Card title={t('title')}>
      <dl className="flex flex-col gap-3 text-sm">
        {facts.map(({ label, value }) => (
          <div key={label} className="flex flex-col gap-0.5">
            <dt className="text-xs text-ink-soft">{label}</dt>
            <dd className="min-w-0 break-words">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
