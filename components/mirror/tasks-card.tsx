'use client';

import { useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { MissingScope } from '@/components/ui/feedback/missing-scope';
import { OutcomeNote } from '@/components/ui/feedback/outcome-note';
import { useOperation } from '@/components/ui/use-operation';
import { useRight } from '@/components/ui/role-context';
import { RoleNote } from '@/components/ui/feedback/role-note';
import type { StartRepairCommand } from '@/lib/mirror/health/mirror-commands';
import { isRepairing, type ResourceSync } from '@/lib/mirror/sync-resources';
import type { SyncView } from '@/lib/mirror/health/sync-view';
import type { ActionOf } from '@/lib/shared/action-of';
import { knownKey } from '@/lib/shared/known-key';
import { ResourceProgress } from './resource-progress';
import { syncOptions } from './sync-queries';

/** Server action that starts a full sweep of all resources. The page passes it in. */
export type StartRepair = ActionOf<typeof StartRepairCommand, { code: string }>;

type TasksCardProps = {
  installId: string;
  view: SyncView;
  resources: ResourceSync[];
  startRepair: StartRepair;
};

const scopeKeys = { orders_read: true, products_read: true, inventory_read: true, discounts_read: true };
const problems = { no_answer: true, not_sent: true, signed_out: true, reconnect: true, not_found: true };

/**
 * Card with what a merchant can do for the mirror: read everything again, grant missing scopes, subscribe to webhooks
 * again.
 */
export function TasksCard({ installId, view, resources, startRepair }: TasksCardProps) {
  const t = useTranslations('sync.tasks');
  const queryClient = useQueryClient();
  // True while the health of the mirror is being read again. Until then the screen does not show the sweep that was
  // just requested.
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
  return (
    <Card title={t('title')}>
      <div className="flex flex-col gap-3 text-sm">
        <p>{t('repairHint')}</p>
        {isUnderWay ? (
          <ResourceProgress resources={resources} />
        ) : (
          <div className="flex flex-wrap items-center gap-3">
            <Button disabled={!mayRepair} pending={sending || isReading} onClick={() => void send({})}>
              <RefreshCw aria-hidden className="size-4" />
              {t('repair')}
            </Button>
            <p role="status" className="text-good">
              {isDone && t('done')}
            </p>
          </div>
        )}
        <RoleNote needs="change_settings" />
        {problem && (
          <OutcomeNote code={problem} isOutcomeUnknown={problem === 'no_answer'}>
            <p>{t(`problem.${knownKey(problems, problem) ?? 'other'}`)}</p>
          </OutcomeNote>
        )}
        {view.subscription.state === 'none' && <p>{t('subscriptionOff')}</p>}
        {view.missingScopes.map((scope) => (
          <MissingScope key={scope}>
            {t(`scopes.${knownKey(scopeKeys, scope.replace(':', '_')) ?? 'other'}`)}
          </MissingScope>
        ))}
        {view.missingScopes.length > 0 && <p className="text-ink-soft">{t('grant')}</p>}
      </div>
    </Card>
  );
}
