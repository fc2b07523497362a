'use client';

import { useTranslations } from 'next-intl';
import { RelativeTime } from '@/components/ui/text/relative-time';
import type { Freshness } from '@/lib/shared/freshness';

/** One line with the age of the data on the screen, to the second (D9). */
export function FreshnessLine({ freshness }: { freshness: Pick<Freshness, 'syncedAt'> }) {
  const t = useTranslations('freshness');
  return (
    <p className="text-xs text-ink-soft">
      {freshness.syncedAt
        ? t.rich('synced', { age: () => <RelativeTime at={freshness.syncedAt ?? ''} everyMs={1_000} /> })
        : t('neverSynced')}
    </p>
  );
}
