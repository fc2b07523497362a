import { useTranslations } from 'next-intl';
import { paymentMethodKey } from '@/lib/shared/orders/payment-method';

type PaymentMethodProps = {
  id: string;
  /**
   * True if the customer picks the order up. The text then says that cash is paid at the pickup. Without pickup, it
   * says that cash is paid at the delivery.
   */
  isPickup?: boolean;
};

/** Payment method as a translated name. A method without a translation is shown as the platform sent it. */
export function PaymentMethod({ id, isPickup = false }: PaymentMethodProps) {
  const t = useTranslations('paymentMethod');
  const key = paymentMethodKey(id, { isPickup });
  return <bdi>{key ? t(key) : id}</bdi>;
}
