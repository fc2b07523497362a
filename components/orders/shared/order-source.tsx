import { useTranslations } from 'next-intl';
import { knownKey } from '@/lib/shared/known-key';

/** Only `app` is documented (platform: Order, source). Stores were seen to send the others. */
export const knownSources = { app: true, storefront: true, pos: true };

/** Sales channel as a translated name. An unknown value is shown as the platform sent it. */
export function OrderSource({ source }: { source: string | null }) {
  const t = useTranslations('source');
  if (source === null) return null;
  const known = knownKey(knownSources, source);
  return <bdi>{known ? t(known) : source}</bdi>;
}
