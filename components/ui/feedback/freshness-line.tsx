'use client';

import { useOffline } from 'next/offline';
import { useTranslations } from 'next-intl';
import { RelativeTime } from '@/components/ui/text/relative-time';
import { useLiveState } from './live-context';
import { useSessionEnd } from './session-end';

type FreshnessLineProps = {
  /** Time of the data on the screen, RFC 3339; null if it was never read. */
  at: string | null;
  /** True if the data could not be read again, so that it may be out of date although live updates arrive. */
  isStale?: boolean;
};

/**
 * Says how current the data on the screen is (D9). While live updates arrive, it is current. Otherwise the line shows
 * the age of the data, to the second.
 */
export function FreshnessLine({ at, isStale = false }: FreshnessLineProps) {
  const t = useTranslations('freshness');
  const live = useLiveState();
  const hasEnded = useSessionEnd() !== null;
  const isOffline = useOffline();
  const isCurrent = live !== 'polling' && !isStale && !hasEnded && !isOffline;
  return (
    <span className="text-xs text-ink-soft" data-fresh={at === null ? 'never' : isCurrent ? 'now' : 'before'}>
      {at === null
        ? t('never')
        : isCurrent
          ? t('now')
          : t.rich('before', { age: () => <RelativeTime key="age" at={at} everyMs={1_000} /> })}
    </span>
  );
}
