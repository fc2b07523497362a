'use client';

import { useTranslations } from 'next-intl';
import { Card } from '@/components/ui/card';
import { Facts } from '@/components/ui/list/facts';
import { RelativeTime } from '@/components/ui/text/relative-time';
import type { Backlog } from '@/lib/mirror/health/sync-health';
import type { SyncView } from '@/lib/mirror/health/sync-view';

/**
 * Card that shows how current the mirror is (D9). It has the time of the last webhook event, and the time up to which
 * the mirror is known to agree with the platform. It also shows how much work waits.
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
            value: lastEvent ? <RelativeTime at={lastEvent.receivedAt} everyMs={5_000} /> : t('noEvent'),
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

function Waiting({ backlog: { count, isMore, oldestAt } }: { backlog: Backlog }) {
  const t = useTranslations('sync.freshness');
  if (count === 0 || oldestAt === null) return t('nothing');
  return t.rich(isMore ? 'waitingMore' : 'waiting', {
    count,
    since: () => <RelativeTime key="since" at={oldestAt} everyMs={5_000} />,
  });
}
