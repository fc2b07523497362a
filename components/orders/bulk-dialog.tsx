'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { useOperation } from '@/components/ui/use-operation';
import type {
  BulkActions,
  BulkAskDraft,
  BulkCheckOutcome,
  BulkKind,
  BulkStartOutcome,
  PreflightSummary,
} from '@/lib/orders/bulk-actions';
import { BulkInput } from './bulk-input';
import { BulkPreflight } from './bulk-preflight';
import { BulkProblem } from './bulk-problem';
import { installPath } from '@/lib/shared/install-path';

type BulkDialogProps = {
  installId: string;
  kind: BulkKind;
  orderIds: string[];
  actions: BulkActions;
  onClose: () => void;
};

type Checked = { ask: BulkAskDraft; found: PreflightSummary };
type Unchecked = Exclude<BulkCheckOutcome, { code: 'ready' }> | { code: 'unchecked' };

/** Asks what is to be done, says what would come of it, and starts it: then its own page shows how it goes. */
export function BulkDialog({ installId, kind, orderIds, actions, onClose }: BulkDialogProps) {
  const t = useTranslations('bulk.dialog');
  const router = useRouter();
  const formId = useId();
  const [checked, setChecked] = useState<Checked | null>(null);
  const [isChecking, setIsChecking] = useState(false);
  const [problem, setProblem] = useState<Unchecked | null>(null);
  const operation = useOperation<{ ask: BulkAskDraft }, BulkStartOutcome>({
    action: actions.start,
    target: { installId },
    onOutcome: (outcome) => {
      if (outcome.code !== 'done') return;
      router.push(installPath(installId, `/runs/${outcome.run.runId}`));
      return 'leaving';
    },
  });

  const check = async (ask: BulkAskDraft) => {
    if (isChecking) return;
    setIsChecking(true);
    setProblem(null);
    const found = await actions.preflight({ installId, ask }).catch(() => ({ code: 'unchecked' as const }));
    setIsChecking(false);
    if (found.code === 'ready') setChecked({ ask, found });
    else setProblem(found);
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t(`title.${kind}`)}
      description={t('orders', { count: orderIds.length })}
      actions={
        checked ? (
          <>
            <Button disabled={operation.sending} onClick={() => setChecked(null)}>
              {t('back')}
            </Button>
            <Button
              look="primary"
              pending={operation.sending}
              disabled={checked.found.ok === 0}
              onClick={() => void operation.send({ ask: checked.ask })}
            >
              {t('start', { count: checked.found.ok })}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>{t('cancel')}</Button>
            <Button type="submit" form={formId} look="primary" pending={isChecking}>
              {t('check')}
            </Button>
          </>
        )
      }
    >
      <div className="flex flex-col gap-3 pb-1">
        <div hidden={checked !== null}>
          <BulkInput formId={formId} kind={kind} orderIds={orderIds} onAsk={(ask) => void check(ask)} />
        </div>
        {checked && <BulkPreflight kind={kind} found={checked.found} />}
        <BulkProblem
          installId={installId}
          runId={operation.operationId}
          outcome={checked ? operation.outcome : problem}
        />
      </div>
    </Dialog>
  );
}
