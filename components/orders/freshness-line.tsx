'use client';

import { clsx } from 'clsx';
import { useTranslations } from 'next-intl';
import { useLiveState } from '@/components/ui/live-context';
import { RelativeTime } from '@/components/ui/relative-time';
import { useOnline } from '@/components/ui/use-online';
import type { Freshness } from '@/lib/shared/freshness';

const dots = { live: 'bg-good', connecting: 'bg-line-strong', polling: 'bg-warn', offline: 'bg-bad' };

/** How current the list is, to the second, and how it hears of changes. */
export function FreshnessLine({ freshness }: { freshness: Freshness }) {
  const t = useTranslations('freshness');
  const live = useLiveState();
  const state = useOnline() ? live : 'offline';
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-xs text-ink-soft" data-live={state}>
      <span className="relative flex size-2" aria-hidden>
        {state === 'live' && (
          <span className="absolute size-full rounded-full bg-good opacity-60 motion-safe:animate-ping" />
        )}
        <span className={clsx('relative size-2 rounded-full', dots[state])} />
      </span>
      <span>{t(state)}</span>
      <span aria-hidden>·</span>
      <span>
        {freshness.syncedAt
          ? t.rich('synced', { age: () => <RelativeTime at={freshness.syncedAt ?? ''} everyMs={1_000} /> })
          : t('neverSynced')}
      </span>
    </p>
  );
}
