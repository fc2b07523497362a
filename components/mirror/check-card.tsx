'use client';

import { useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { OutcomeNote } from '@/components/ui/feedback/outcome-note';
import { RelativeTime } from '@/components/ui/text/relative-time';
import { useOperation } from '@/components/ui/use-operation';
import { useRight } from '@/components/ui/role-context';
import { RoleNote } from '@/components/ui/feedback/role-note';
import type { StartRepairCommand } from '@/lib/mirror/health/mirror-commands';
import { isRepairing, type ResourceSync } from '@/lib/mirror/sync-resources';
import type { SyncView } from '@/lib/mirror/health/sync-view';
import type { ActionOf } from '@/lib/shared/action-of';
import { knownKey } from '@/lib/shared/known-key';
import { useAllMissingScopes } from './connection-state';
import { ResourceProgress } from './resource-progress';
import { syncOptions } from './sync-queries';

/** Server action that starts a full sweep (a read of the whole list) of all resources. The page passes it in. */
export type StartRepair = ActionOf<typeof StartRepairCommand, { code: string }>;

type CheckCardProps = {
  installId: string;
  view: SyncView;
  resources: ResourceSync[];
  /** True if the connection has no problem. Only then may the card say when everything last matched the store. */
  isMatching: boolean;
  startRepair: StartRepair;
};

const problems = { no_answer: true, not_sent: true, signed_out: true, reconnect: true, not_found: true };

/**
 * Card with the button that checks everything: the app reads the whole store again. The card shows the progress and the
 * result.
 */
export function CheckCard({ installId, view, resources, isMatching, startRepair }: CheckCardProps) {
  const t = useTranslations('connection.check');
  const queryClient = useQueryClient();
  // True while the state of the mirror (our copy of the store's data) is read again after the user has pressed the
  // button. Until that read ends, `view` does not contain the sweep (full read) that the press started.
  const [isReading, setReading] = useState(false);
  const { send, sending, outcome } = useOperation<object, { code: string }>({
    action: startRepair,
    target: { installId },
    onOutcome: () => {
      setReading(true);
      const read = queryClient.invalidateQueries({ queryKey: syncOptions(installId).queryKey });
      void read.finally(() => setReading(false));
    },
  });
  const mayRepair = useRight('change_settings');
  const isUnderWay = isRepairing(resources);
  const isDone = outcome?.code === 'succeeded' && !sending && !isReading && !isUnderWay;
  const problem = outcome && outcome.code !== 'succeeded' && outcome.code;
  const { lastReconciledAt } = view;
  const isAllGranted = useAllMissingScopes(view).length === 0;
  return (
    <Card title={t('title')}>
      <div className="flex flex-col gap-3 text-sm">
        <p>{t('hint')}</p>
        {isUnderWay ? (
          <ResourceProgress resources={resources} isFirst={view.nextStep === 'wait_backfill'} />
        ) : (
          <div className="flex flex-wrap items-center gap-3">
            {/* While the store is paused (`npm run ops`), the button is disabled, because no worker would read the
                store. */}
            <Button
              disabled={!mayRepair || view.nextStep === 'paused'}
              pending={sending || isReading}
              onClick={() => void send({})}
            >
              <RefreshCw aria-hidden className="size-4" />
              {t('now')}
            </Button>
            <p role="status" className="text-good">
              {isDone && t('done', { count: view.corrected })}
            </p>
          </div>
        )}
        <RoleNote needs="change_settings" />
        {problem && (
          <OutcomeNote code={problem} isOutcomeUnknown={problem === 'no_answer'}>
            <p>{t(`problem.${knownKey(problems, problem) ?? 'other'}`)}</p>
          </OutcomeNote>
        )}
        {/* This text says when the app's data last matched the store. While there is a problem, the text is hidden,
            because the banner above already says how old the data is. While a permission is missing, the text is hidden
            too, because it would contradict the banner, which names the missing permission. */}
        {lastReconciledAt && isMatching && isAllGranted && (
          <p className="text-ink-soft">
            {t.rich('matched', {
              when: () => <RelativeTime key="when" at={lastReconciledAt} everyMs={5_000} />,
            })}
          </p>
        )}
      </div>
    </Card>
  );
}
