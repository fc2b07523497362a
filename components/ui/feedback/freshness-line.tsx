'use client';

import { useOffline } from 'next/offline';
import { useTranslations } from 'next-intl';
import { RelativeTime } from '@/components/ui/text/relative-time';
import { useLiveState } from './live-context';
import { useSessionEnd } from './session-end';

type FreshnessLineProps = {
  /** Time at which the data on the screen was read, RFC 3339; null if the data was never read. */
  at: string | null;
  /**
   * True if the last attempt to read the data failed. The data may then be out of date, even while live updates arrive.
   */
  isStale?: boolean;
};

/**
 * Shows how current the data on the screen is (D9). While live updates arrive, the line says that the data is current.
 * Otherwise it shows the age of the data, to the second.
 */
export function FreshnessLine({ at, isStale = false }: FreshnessLineProps) {
  const t = useTranslations('freshness');
  const live = useLiveState();
  const hasEnded = useSessionEnd() !== null;
  const isOffline = useOffline();
  const isCurrent = (live === 'live' || live === 'connecting') && !isStale && !hasEnded && !isOffline;
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
