import { useTranslations } from 'next-intl';
import { paymentMethodKey } from '@/lib/shared/orders/payment-method';

type PaymentMethodProps = {
  id: string;
  /**
   * True if the customer picks up the order. For payment in cash, the text then says that the cash is paid at the
   * pickup, and not at the delivery.
   */
  isPickup?: boolean;
};

/** Payment method as a translated name. A method without a translation is shown as the platform sent it. */
export function PaymentMethod({ id, isPickup = false }: PaymentMethodProps) {
  const t = useTranslations('paymentMethod');
  const key = paymentMethodKey(id, { isPickup });
  return <bdi>{key ? t(key) : id}</bdi>;
}
