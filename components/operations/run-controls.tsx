'use client';

import { useQueryClient } from '@tanstack/react-query';
import { CircleAlert, Clock, Pause, Play, RotateCw } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/overlay/dialog';
import { useOperation } from '@/components/ui/use-operation';
import { useIsOff, useRight, useRoleText } from '@/components/ui/role-context';
import { MissingScope } from '@/components/ui/feedback/missing-scope';
import { rightOfBulk } from '@/lib/operations/bulk/bulk-right';
import type { ChangeBulkRunCommand } from '@/lib/operations/bulk/bulk-commands';
import type { BulkProgress, BulkWork, RunChangeOutcome } from '@/lib/operations/bulk/bulk-run';
import type { ActionOf } from '@/lib/shared/action-of';
import { bulkKeys } from '@/lib/shared/read-keys';

/**
 * Server action that pauses, resumes, cancels or retries a bulk run (one action on many orders or variants). The page
 * passes it in.
 */
export type ChangeRun = ActionOf<typeof ChangeBulkRunCommand, RunChangeOutcome>;

type RunControlsProps = {
  installId: string;
  run: BulkProgress;
  change: ChangeRun;
};

type Change = Pick<ChangeBulkRunCommand, 'change' | 'retries'>;

const scopesOf: Record<BulkWork['kind'], string[]> = {
  set_order_status: ['orders:write'],
  add_tags: ['orders:write'],
  remove_tags: ['orders:write'],
  fulfill_orders: ['fulfillments:write', 'orders:read'],
  adjust_stock: ['inventory:write'],
};

/** Buttons to pause, resume, cancel or retry a bulk run. Only the buttons that fit the state of the run are shown. */
export function RunControls({ installId, run, change }: RunControlsProps) {
  const t = useTranslations('bulk.controls');
  const tStock = useTranslations('stockSheet.controls');
  const ofStock = run.work.kind === 'adjust_stock';
  const queryClient = useQueryClient();
  const [isConfirming, setIsConfirming] = useState(false);
  const needs = rightOfBulk(run.work);
  const isAllowed = useRight(needs);
  const isOff = useIsOff(needs, ...scopesOf[run.work.kind]);
  const { send, sending, input, outcome } = useOperation<
    Change,
    RunChangeOutcome,
    { installId: string; runId: string }
  >({
    action: change,
    target: { installId, runId: run.runId },
    // After every outcome, also a refusal, the bulk run is read again, because its state may have changed in the
    // meantime.
    onOutcome: () => void queryClient.invalidateQueries({ queryKey: bulkKeys.all(installId) }),
  });
  const press = (what: Change['change']) => void send({ change: what, retries: run.retries });
  const isPending = (what: Change['change']) => sending && input?.change === what;
  const { state, endedAt, refused, outcomeUnknown: unknownOutcomes, remaining, underWay } = run;
  const canCancel = (state === 'running' || state === 'paused') && remaining > underWay;
  const canRetry = endedAt !== null && refused > 0;
  if (!canCancel && !canRetry && state !== 'paused') return <Problem outcome={outcome} />;
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap gap-2">
        {state === 'running' && canCancel && (
          <Button disabled={!isAllowed} pending={isPending('pause')} onClick={() => press('pause')}>
            <Pause aria-hidden className="size-4" />
            {t('pause')}
          </Button>
        )}
        {state === 'paused' && (
          <Button
            variant="primary"
            disabled={isOff}
            pending={isPending('resume')}
            onClick={() => press('resume')}
          >
            <Play aria-hidden className="size-4 rtl:-scale-x-100" />
            {t('resume')}
          </Button>
        )}
        {canRetry && (
          <Button
            variant="primary"
            disabled={isOff}
            pending={isPending('retry')}
            onClick={() => press('retry')}
          >
            <RotateCw aria-hidden className="size-4" />
            {ofStock ? tStock('retry', { count: refused }) : t('retry', { count: refused })}
          </Button>
        )}
        {canCancel && (
          <Button disabled={!isAllowed} onClick={() => setIsConfirming(true)}>
            {t('cancel')}
          </Button>
        )}
      </div>
      {isOff && (!isAllowed || state === 'paused' || canRetry) && (
        <MissingScope needs={needs}>{t('noScope')}</MissingScope>
      )}
      {canRetry && unknownOutcomes > 0 && (
        <p className="text-sm text-ink-soft">
          {ofStock ? tStock('leftOut', { count: unknownOutcomes }) : t('leftOut', { count: unknownOutcomes })}
        </p>
      )}
      <Problem outcome={outcome} />
      <Dialog
        open={isConfirming}
        onOpenChange={setIsConfirming}
        title={t('cancelTitle')}
        description={
          ofStock
            ? tStock('cancelBody', { count: remaining - underWay })
            : t('cancelBody', { count: remaining - underWay })
        }
        actions={
          <>
            <Button onClick={() => setIsConfirming(false)}>{t('keep')}</Button>
            <Button
              variant="danger"
              onClick={() => {
                setIsConfirming(false);
                press('cancel');
              }}
            >
              {t('cancelNow')}
            </Button>
          </>
        }
      />
    </div>
  );
}

const said = {
  missing_scope: true,
  not_found: true,
  wrong_state: true,
  signed_out: true,
  reconnect: true,
  no_answer: true,
  not_sent: true,
};

function Problem({ outcome }: { outcome: { code: string } | null }) {
  const t = useTranslations('bulk.controls.problem');
  const roleText = useRoleText();
  if (!outcome || outcome.code === 'done') return null;
  const code = isSaid(outcome.code) ? outcome.code : 'wrong_state';
  const isOutcomeUnknown = code === 'no_answer';
  const Icon = isOutcomeUnknown ? Clock : CircleAlert;
  return (
    <p
      role={isOutcomeUnknown ? 'status' : 'alert'}
      data-outcome={outcome.code}
      className={isOutcomeUnknown ? 'flex gap-2 text-sm text-warn' : 'flex gap-2 text-sm text-bad'}
    >
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      {outcome.code === 'no_right' ? roleText : t(code)}
    </p>
  );
}

const isSaid = (code: string): code is keyof typeof said => Object.hasOwn(said, code);
