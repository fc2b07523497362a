import { getTranslations } from 'next-intl/server';
import type { AppLocale } from '@/lib/shared/locale';
import { knownKey } from '@/lib/shared/known-key';
import { knownMethods } from '@/components/ui/payment-method';

/** A payment method's name in the language of the document; the id if it is unknown. */
export async function DocumentPaymentMethod({ id, locale }: { id: string; locale: AppLocale }) {
  const t = await getTranslations({ locale, namespace: 'paymentMethod' });
  const known = knownKey(knownMethods, id);
  return <bdi>{known ? t(known) : id}</bdi>;
}
