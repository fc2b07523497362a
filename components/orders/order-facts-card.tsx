import { Link2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Badge } from '@/components/ui/badge';
import { Card } from '@/components/ui/card';
import type { OrderView } from '@/lib/orders/order-view';
import { OrderSource } from './order-source';
import { PaymentMethod } from './payment-method';
import { TagList } from './tag-list';

/** What else is known of the order: payment method, source, note, tags, our reference. */
export function OrderFactsCard({ view }: { view: OrderView }) {
  const t = useTranslations('order.facts');
  const { order, paymentMethod } = view;
  const reference = readReference(order.attributes.reference);
  const facts = [
    { label: t('paymentMethod'), value: paymentMethod && <PaymentMethod id={paymentMethod} /> },
    { label: t('source'), value: order.source && <OrderSource source={order.source} /> },
    { label: t('note'), value: order.note && <bdi>{order.note}</bdi> },
    { label: t('tags'), value: order.tags.length > 0 && <TagList tags={order.tags} /> },
    {
      label: t('reference'),
      value: reference && (
        <Badge tone="brand" icon={<Link2 aria-hidden />}>
          {reference}
        </Badge>
      ),
    },
  ].filter(({ value }) => value);
  if (facts.length === 0) return null;
  return (
    <Card title={t('title')}>
      <dl className="flex flex-col gap-3 text-sm">
        {facts.map(({ label, value }) => (
          <div key={label} className="flex flex-col gap-0.5">
            <dt className="text-xs text-ink-soft">{label}</dt>
            <dd className="min-w-0 break-words whitespace-pre-line">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

/** kind and number of the chip (platform: OrderReference); its link is followed on the platform's order page. */
function readReference(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || !('kind' in value) || !('number' in value)) return null;
  return `${String(value.kind)} ${String(value.number)}`;
}
