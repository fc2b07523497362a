'use client';

import { clsx } from 'clsx';
import { useTranslations } from 'next-intl';
import Link from 'next/link';
import { Button } from '@/components/ui/button';
import { RelativeTime } from '@/components/ui/text/relative-time';
import { Cell, Row } from '@/components/ui/list/table';
import type { ActivityEntry } from '@/lib/operations/activity/activity-view';
import { installPath } from '@/lib/shared/install-path';
import { ActivityLinks } from './activity-links';
import { ActivityResult } from './activity-result';
import { ActivityWhat } from '@/components/ui/text/activity-what';
import { RunSize } from './run-size';
import { RunStateBadge } from './run-state-badge';
import { RunWork } from './run-work';

type ActivityRowProps = {
  installId: string;
  entry: ActivityEntry;
  /** True while the details of this activity entry are loading. */
  isOpening: boolean;
  open: () => void;
};

/**
 * Row of the activity list: one operation (a recorded write) or one bulk run (one action on many orders or variants).
 */
export function ActivityRow({ installId, entry, isOpening, open }: ActivityRowProps) {
  const t = useTranslations('activity');
  const actor = entry.type === 'run' ? entry.run.actorName : entry.actor;
  // On a phone, a result without a reason is short, so it stands on the same line as the action.
  const isResultShort =
    entry.type === 'run'
      ? entry.run.outcomeUnknown === 0
      : !entry.refusal && !entry.review && !entry.byReading;
  const isOutcomeUnknown = entry.type === 'operation' && entry.state === 'needs_review';
  return (
    <Row data-entry={entry.id} data-state={entry.type === 'run' ? entry.run.state : entry.state}>
      <Cell className={clsx('min-w-0 font-semibold max-sm:order-1', !isResultShort && 'max-sm:col-span-2')}>
        {entry.type === 'run' ? (
          <RunWork installId={installId} work={entry.run.work} />
        ) : (
          <ActivityWhat operation={entry} />
        )}
      </Cell>
      <Cell className="min-w-0 max-sm:order-3 max-sm:col-start-1 max-sm:empty:hidden">
        {entry.type === 'run' ? (
          <Link
            href={installPath(installId, `/runs/${entry.id}`)}
            prefetch={false}
            className="-my-3 inline-flex min-h-11 items-center font-semibold text-brand"
          >
            <RunSize run={entry.run} />
          </Link>
        ) : (
          <ActivityLinks installId={installId} operation={entry} />
        )}
      </Cell>
      <Cell className="text-ink-soft max-sm:order-5 max-sm:col-start-1 max-sm:text-xs">
        {actor === null ? (
          t(entry.type === 'operation' && entry.byCustomer ? 'customer' : 'someone')
        ) : (
          <bdi>{actor}</bdi>
        )}
      </Cell>
      <Cell className="whitespace-nowrap text-ink-soft max-sm:order-6 max-sm:text-end max-sm:text-xs">
        <RelativeTime at={entry.at} />
      </Cell>
      <Cell
        className={clsx(
          'min-w-0 max-sm:order-2',
          isResultShort ? 'max-sm:justify-self-end' : 'max-sm:col-span-2',
        )}
      >
        {entry.type === 'run' ? (
          <span className="flex flex-wrap items-center gap-2">
            <RunStateBadge run={entry.run} />
            {entry.run.outcomeUnknown > 0 && (
              <span className="text-xs text-warn">
                {t('run.outcomeUnknown', { count: entry.run.outcomeUnknown })}
              </span>
            )}
          </span>
        ) : (
          <ActivityResult operation={entry} />
        )}
      </Cell>
      <Cell
        className={clsx(
          'text-end max-sm:empty:hidden',
          isOutcomeUnknown ? 'max-sm:order-7 max-sm:col-span-2' : 'max-sm:order-4 max-sm:col-start-2',
        )}
      >
        {entry.type === 'operation' && (
          <Button
            variant={isOutcomeUnknown ? 'primary' : 'quiet'}
            pending={isOpening}
            className={isOutcomeUnknown ? 'max-sm:w-full' : 'max-sm:-my-2 max-sm:-me-3'}
            onClick={open}
          >
            {t(isOutcomeUnknown ? 'review.open' : 'details.open')}
          </Button>
        )}
      </Cell>
    </Row>
  );
}
