import { useTranslations } from 'next-intl';
import { knownKey } from '@/lib/shared/known-key';

/**
 * Payment methods with a translated name. The platform documents only `cod`, cash on delivery (platform: Store,
 * payment_methods).
 */
export const knownMethods = { cod: true, manual_wallet: true };

/** Payment method as a translated name. A method that the app does not know is shown as the platform sent it. */
export function PaymentMethod({ id }: { id: string }) {
  const t = useTranslations('paymentMethod');
  const known = knownKey(knownMethods, id);
  return <bdi>{known ? t(known) : id}</bdi>;
}
