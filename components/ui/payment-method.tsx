import { useTranslations } from 'next-intl';
import { knownKey } from '@/lib/shared/known-key';

/** Only `cod` is documented (platform: Store, payment_methods). */
export const knownMethods = { cod: true, manual_wallet: true };

/** A payment method as a translated name. An unknown method is shown as the platform sent it. */
export function PaymentMethod({ id }: { id: string }) {
  const t = useTranslations('paymentMethod');
  const known = knownKey(knownMethods, id);
  return <bdi>{known ? t(known) : id}</bdi>;
}
