import { EyeOff, MessageCircle, Phone } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import type { OrderView } from '@/lib/orders/order-view';

/** Who bought. An absent customer is hidden by permission, never "none" (platform: OrderDetail, customer). */
export function OrderCustomerCard({ customer }: { customer: OrderView['order']['customer'] }) {
  const t = useTranslations('order.customer');
  if (!customer)
    return (
      <Card title={t('title')}>
        <HiddenByPermission />
      </Card>
    );
  const name = [customer.first_name, customer.last_name].filter(Boolean).join(' ');
  const digits = customer.phone?.replace(/\D/g, '') ?? '';
  return (
    <Card title={t('title')}>
      <div className="flex flex-col gap-1 text-sm">
        <bdi className="font-semibold">{name || t('unnamed')}</bdi>
        {customer.phone && (
          <bdi dir="ltr" className="self-start text-ink-soft">
            {customer.phone}
          </bdi>
        )}
        {customer.email && <bdi className="truncate text-ink-soft">{customer.email}</bdi>}
        {digits.length > 6 && (
          <div className="mt-2 grid grid-cols-2 gap-2">
            <Button asChild>
              <a href={`https://wa.me/${digits}`} target="_blank" rel="noreferrer">
                <MessageCircle aria-hidden className="size-4" />
                {t('whatsapp')}
              </a>
            </Button>
            <Button asChild>
              <a href={`tel:+${digits}`}>
                <Phone aria-hidden className="size-4" />
                {t('call')}
              </a>
            </Button>
          </div>
        )}
      </div>
    </Card>
  );
}

/** Stands where personal data would, without clients:read. */
export function HiddenByPermission() {
  const t = useTranslations('order.customer');
  return (
    <p className="flex items-center gap-2 text-sm text-ink-soft">
      <EyeOff aria-hidden className="size-4 shrink-0" />
      {t('hidden')}
    </p>
  );
}
