'use client';

import { useTranslations } from 'next-intl';
import { Card } from '@/components/ui/card';
import { RelativeTime } from '@/components/ui/text/relative-time';
import { lastProblem } from '@/lib/mirror/health/last-problem';
import type { NextStep } from '@/lib/mirror/health/sync-health';
import type { SyncView } from '@/lib/mirror/health/sync-view';
import { useAllMissingScopes } from './connection-state';
import { ResourceName } from './resource-name';
import { isSinceInstall } from './since-install';

/**
 * Number of days for which the card shows updates that were ignored. The server does not return older ones.
 */
const shownDays = 7;

/** States of the connection in which the store has no problem. */
const calm: readonly NextStep[] = ['none', 'wait_backfill'];

/**
 * True for the states in which the banner of the screen already says what happens after a failed read. The card then
 * does not repeat that text.
 */
const isTold = (nextStep: NextStep) => nextStep === 'platform_unreachable' || nextStep === 'sync_failing';

/**
 * Card with the last problem between the app and the store, and what to do about it. If there was none, the card says
 * so. But while the banner of the screen reports a problem or a missing permission, a card without a problem is hidden,
 * because it would contradict the banner.
 */
export function LastProblemCard({ view }: { view: SyncView }) {
  const t = useTranslations('connection.problem');
  const tKinds = useTranslations('sync.repairs.quarantine.kinds');
  const problem = lastProblem(view);
  const isAllGranted = useAllMissingScopes(view).length === 0;
  if (!problem && !(isAllGranted && calm.includes(view.nextStep))) return null;
  return (
    <Card title={t('title')}>
      <div data-problem={problem?.code ?? 'none'} className="flex flex-col gap-1 text-sm">
        {!problem &&
          (view.installedAt && isSinceInstall(view, shownDays) ? (
            <p className="text-ink-soft">
              {t.rich('noneSince', { since: () => <RelativeTime key="since" at={view.installedAt ?? ''} /> })}
            </p>
          ) : (
            <p className="text-ink-soft">{t('none')}</p>
          ))}
        {problem?.code === 'failing' && (
          <>
            <p>
              {t.rich('failing', {
                resource: () => <ResourceName key="resource" resource={problem.resource} />,
              })}
            </p>
            {!isTold(view.nextStep) && <p className="text-ink-soft">{t('failingTodo')}</p>}
          </>
        )}
        {problem?.code === 'ignored' && (
          <>
            <p>{tKinds(problem.kind)}</p>
            <p className="text-ink-soft">
              {t.rich('ignoredTodo', { when: () => <RelativeTime key="when" at={problem.at} /> })}
            </p>
          </>
        )}
      </div>
    </Card>
  );
}
