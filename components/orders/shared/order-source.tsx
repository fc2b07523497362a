import { useTranslations } from 'next-intl';
import { knownSources } from '@/lib/orders/order-sources';
import { knownKey } from '@/lib/shared/known-key';

/**
 * Sales channel of an order, as a translated name. A channel without a translation is shown as the platform
 * sent it.
 */
export function OrderSource({ source }: { source: string | null }) {
  const t = useTranslations('source');
  if (source === null) return null;
  const known = knownKey(knownSources, source);
  return <bdi>{known ? t(known) : source}</bdi>;
}
