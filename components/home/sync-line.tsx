import { useTranslations } from 'next-intl';
import { RelativeTime } from '@/components/ui/relative-time';
import type { HomeView } from '@/lib/home/home-view';
import { knownKey } from '@/lib/shared/known-key';

/** The next steps with a text on the home screen. */
const steps = {
  none: true,
  reconnect: true,
  grant_scope: true,
  platform_unreachable: true,
  sync_failing: true,
  wait_backfill: true,
  subscription_inactive_repairing: true,
  inbox_behind: true,
  reads_behind: true,
};

/** How current the mirror of the store is, in one line. `isStale`: the last read of the home screen failed. */
export function SyncLine({ sync, isStale }: { sync: HomeView['sync']; isStale: boolean }) {
  const t = useTranslations('home.sync');
  const step = isStale ? 'stale' : (knownKey(steps, sync.nextStep) ?? 'none');
  return (
    <p role="status" className="text-sm text-ink-soft">
      {t(step)}
      {sync.syncedAt && (
        <>
          <span aria-hidden> · </span>
          {t.rich('read', { age: () => <RelativeTime key="age" at={sync.syncedAt ?? ''} /> })}
        </>
      )}
    </p>
  );
}
