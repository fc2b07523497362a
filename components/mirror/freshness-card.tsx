'use client';

import { useTranslations } from 'next-intl';
import { Card } from '@/components/ui/card';
import { Facts } from '@/components/ui/list/facts';
import { RelativeTime } from '@/components/ui/text/relative-time';
import type { Backlog } from '@/lib/mirror/health/sync-health';
import type { SyncView } from '@/lib/mirror/health/sync-view';
import { isSinceInstall } from './since-install';

/** Number of days for which the ids of webhook events are stored (lib/webhooks/purge-inbox.server.ts). */
const eventDays = 35;

/**
 * Card that shows how current the mirror (our copy of the store's data) is (D9). It shows the time of the last webhook
 * event, and the time up to which the mirror is known to agree with the platform. It also shows how many updates are
 * not processed yet.
 */
export function FreshnessCard({ view }: { view: SyncView }) {
  const t = useTranslations('sync.freshness');
  const { lastEvent, lastReconciledAt, inbox, dirty } = view;
  return (
    <Card title={t('title')}>
      <Facts
        facts={[
          {
            label: t('lastEvent'),
            value: lastEvent ? (
              <RelativeTime at={lastEvent.receivedAt} everyMs={5_000} />
            ) : (
              <NoEvent view={view} />
            ),
          },
          {
            label: t('reconciled'),
            value: lastReconciledAt ? <RelativeTime at={lastReconciledAt} /> : t('notReconciled'),
          },
          { label: t('inbox'), value: <Waiting backlog={inbox} /> },
          { label: t('dirty'), value: <Waiting backlog={dirty} /> },
        ]}
      />
    </Card>
  );
}

/**
 * Text for a store from which no webhook event is known. It says how long there was no event: since the installation,
 * or during the number of days for which events are stored.
 */
function NoEvent({ view }: { view: SyncView }) {
  const t = useTranslations('sync.freshness');
  const { installedAt } = view;
  if (installedAt === null || !isSinceInstall(view, eventDays)) return t('noEvent', { days: eventDays });
  return t.rich('noEventSince', { since: () => <RelativeTime key="since" at={installedAt} /> });
}

function Waiting({ backlog: { count, isMore, oldestAt } }: { backlog: Backlog }) {
  const t = useTranslations('sync.freshness');
  if (count === 0 || oldestAt === null) return t('nothing');
  return t.rich(isMore ? 'waitingMore' : 'waiting', {
    count,
    since: () => <RelativeTime key="since" at={oldestAt} everyMs={5_000} />,
  });
}
