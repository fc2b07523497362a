import { getTranslations } from 'next-intl/server';
import type { AppLocale } from '@/lib/shared/locale';
import { knownKey } from '@/lib/shared/known-key';
import { knownMethods } from '@/components/ui/payment-method';

/** A payment method in the words of the paper's language, or as it came. */
export async function DocumentPaymentMethod({ id, locale }: { id: string; locale: AppLocale }) {
  const t = await getTranslations({ locale, namespace: 'paymentMethod' });
  const known = knownKey(knownMethods, id);
  return <bdi>{known ? t(known) : id}</bdi>;
}
