import { useTranslations } from 'next-intl';
import { knownKey } from '@/lib/shared/known-key';

/**
 * Sales channels with a translated name. The platform documents only `app` (platform: Order, source). The others were
 * seen in the data of stores.
 */
export const knownSources = { app: true, storefront: true, pos: true };

/**
 * Sales channel of an order, as a translated name. A channel that the app does not know is shown as the platform sent
 * it.
 */
export function OrderSource({ source }: { source: string | null }) {
  const t = useTranslations('source');
  if (source === null) return null;
  const known = knownKey(knownSources, source);
  return <bdi>{known ? t(known) : source}</bdi>;
}
