import { useTranslations } from 'next-intl';
import { knownKey } from '@/lib/shared/known-key';

/** Of the methods only `cod` is named by the document (platform: Store, payment_methods). */
export const knownMethods = { cod: true, manual_wallet: true };

/** A payment method in words, or as it came. */
export function PaymentMethod({ id }: { id: string }) {
  const t = useTranslations('paymentMethod');
  const known = knownKey(knownMethods, id);
  return <bdi>{known ? t(known) : id}</bdi>;
}
