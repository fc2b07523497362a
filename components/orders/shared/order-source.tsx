import { useTranslations } from 'next-intl';
import { knownKey } from '@/lib/shared/known-key';

/** Only `app` is documented (platform: Order, source); the others are what stores were seen to send. */
export const knownSources = { app: true, storefront: true, pos: true };

/** The sales channel in words, or as it came. */
export function OrderSource({ source }: { source: string | null }) {
  const t = useTranslations('source');
  if (source === null) return null;
  const known = knownKey(knownSources, source);
  return <bdi>{known ? t(known) : source}</bdi>;
}
