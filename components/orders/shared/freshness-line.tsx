'use client';

import { useTranslations } from 'next-intl';
import { RelativeTime } from '@/components/ui/relative-time';
import type { Freshness } from '@/lib/shared/freshness';

/** How current what is shown is, to the second. */
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
