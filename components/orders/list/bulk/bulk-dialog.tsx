'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type {
  BulkActions,
  BulkRequestDraft,
  BulkKind,
  PreflightSummary,
} from '@/lib/orders/bulk/bulk-actions';
import { BulkInput, bulkRequestOf, type BulkValues } from './bulk-input';
import { BulkPreflight } from './bulk-preflight';
import { RefusalHint } from '@/components/ui/feedback/refusal-hint';
import { CheckedRunDialog } from '@/components/ui/overlay/checked-run-dialog';
import { useCheckedRun } from '@/components/ui/overlay/use-checked-run';
import { useBulkWords } from './use-bulk-words';

type BulkDialogProps = {
  installId: string;
  kind: BulkKind;
  orderIds: string[];
  actions: BulkActions;
  onClose: () => void;
};

/**
 * Dialog of a bulk run (one action on many orders). The user enters the values, sees a preview of the result, and
 * starts the run.
 */
export function BulkDialog({ installId, kind, orderIds, actions, onClose }: BulkDialogProps) {
  const t = useTranslations('bulk.dialog');
  const run = useCheckedRun<BulkRequestDraft, PreflightSummary, { request: BulkRequestDraft }>({
    installId,
    check: async (request) => {
      const found = await actions.preflight({ installId, request });
      return found.code === 'ready' ? { found } : found;
    },
    start: actions.start,
    commandOf: (request) => ({ request }),
  });
  const [values, setValues] = useState<BulkValues>({
    tags: [],
    status: '',
    fulfillment: { status: 'shipped', provider: '' },
  });
  const [isTried, setIsTried] = useState(false);
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set());
  /** Requests a new preview of the bulk run, in which the given orders are left out. */
  const checkWithout = async (ids: ReadonlySet<string>) => {
    const remaining = orderIds.filter((id) => !ids.has(id));
    const request = bulkRequestOf(kind, values, remaining);
    if (request && (await run.check(request))) setLeftOut(ids);
  };
  const submit = () => {
    setIsTried(true);
    void checkWithout(new Set());
  };
  const { found } = run;
  const refusals = found?.refusals;
  const words = useBulkWords({
    kind,
    selected: orderIds.length,
    checked: found && run.checked && { request: run.checked, okCount: found.ok },
  });
  return (
    <CheckedRunDialog
      installId={installId}
      run={run}
      okCount={found?.ok ?? 0}
      words={{
        ...words,
        cancel: t('cancel'),
        check: t('check'),
        back: t('back'),
      }}
      onSubmit={submit}
      form={
        <BulkInput
          kind={kind}
          values={values}
          isTried={isTried}
          onChange={(change) => setValues((before) => ({ ...before, ...change }))}
        />
      }
      preview={
        found && (
          <>
            <BulkPreflight kind={kind} found={found} />
            {refusals && (
              <RefusalHint
                hint={refusals}
                leftOut={leftOut.size}
                canLeaveOut={refusals.orders.length < found.ok}
                isBusy={run.isChecking || run.isStarting || run.isOutcomeUnknown}
                onLeaveOut={() =>
                  void checkWithout(new Set([...leftOut, ...refusals.orders.map(({ id }) => id)]))
                }
                onPutBack={() => void checkWithout(new Set())}
              />
            )}
          </>
        )
      }
      onClose={onClose}
    />
  );
}
