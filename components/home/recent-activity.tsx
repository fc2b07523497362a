import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { Badge } from '@/components/ui/badge';
import { Card } from '@/components/ui/card';
import { ActivityWhat } from '@/components/ui/text/activity-what';
import { RelativeTime } from '@/components/ui/text/relative-time';
import type { HomeView } from '@/lib/home/home-view';
import { installPath } from '@/lib/shared/install-path';
import { knownKey } from '@/lib/shared/known-key';

const tones = { succeeded: 'good', refused: 'bad', needs_review: 'warn' } as const;

type Entry = HomeView['activity'][number];

/** Card with the newest activity entries (writes and bulk runs): what was done, by whom, and the result. */
export function RecentActivity({ installId, activity }: { installId: string; activity: Entry[] }) {
  const t = useTranslations('home.activity');
  const tActivity = useTranslations('activity');
  return (
    <Card title={t('title')}>
      {activity.length === 0 ? (
        <p className="text-sm text-ink-soft">{t('empty')}</p>
      ) : (
        <ol className="-my-2 flex flex-col divide-y divide-line">
          {activity.map((entry) => (
            <li key={entry.id} data-activity={entry.kind} className="flex flex-col gap-1 py-2.5 text-sm">
              <div className="flex items-center justify-between gap-2">
                <span className="min-w-0 font-semibold">
                  <ActivityWhat operation={{ kind: entry.kind, requested: entry.requested ?? {} }} />
                </span>
                <StateBadge state={entry.state} />
              </div>
              <p className="flex flex-wrap items-center gap-x-2 text-xs text-ink-soft">
                {entry.order && <OrderLink installId={installId} order={entry.order} />}
                {entry.actorName === null ? tActivity('someone') : <bdi>{entry.actorName}</bdi>}
                <span aria-hidden>·</span>
                <RelativeTime at={entry.endedAt} />
              </p>
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}

function StateBadge({ state }: { state: string }) {
  const t = useTranslations('activity.state');
  const known = knownKey(tones, state);
  return <Badge tone={known ? tones[known] : 'neutral'}>{t(known ?? 'open')}</Badge>;
}

function OrderLink({ installId, order }: { installId: string; order: NonNullable<Entry['order']> }) {
  return (
    <Link
      href={installPath(installId, `/orders/${encodeURIComponent(order.id)}`)}
      prefetch={false}
      className="-my-2.5 inline-flex min-h-11 items-center font-semibold text-brand underline underline-offset-2"
    >
      <bdi>{order.number}</bdi>
    </Link>
  );
}
