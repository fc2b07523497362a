'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type FormEvent, useId, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { TextArea } from '@/components/ui/input';
import { useOperation } from '@/components/ui/use-operation';
import type { BulkStartOutcome } from '@/lib/orders/bulk-actions';
import type { CourierActions, CourierMatch, CourierMatchOutcome } from '@/lib/orders/courier-commands';
import { type CourierEntry, readCourierSheet } from '@/lib/orders/courier-sheet';
import { BulkProblem } from './bulk-problem';
import { CourierPreview } from './courier-preview';
import { FulfillChoice, type FulfillInput } from './fulfill-choice';
import { bulkTargetsMax } from '@/lib/shared/bulk-targets-max';
import { installPath } from '@/lib/shared/install-path';

type CourierDialogProps = { installId: string; actions: CourierActions; onClose: () => void };

type Ask = { entries: CourierEntry[]; status: FulfillInput['status']; provider: string | null };
type Unmatched = Exclude<CourierMatchOutcome, CourierMatch> | { code: 'unchecked' };

/** Tracking numbers as a courier gives them, pasted: what fits which order is shown before anything is sent. */
export function CourierDialog({ installId, actions, onClose }: CourierDialogProps) {
  const t = useTranslations('courier');
  const router = useRouter();
  const formId = useId();
  const [text, setText] = useState('');
  const [fulfillment, setFulfillment] = useState<FulfillInput>({ status: 'shipped', provider: '' });
  const [error, setError] = useState<string>();
  const [isMatching, setIsMatching] = useState(false);
  const [problem, setProblem] = useState<Unmatched | null>(null);
  const [matched, setMatched] = useState<{ ask: Ask; found: CourierMatch } | null>(null);
  const sheet = readCourierSheet(text);
  const operation = useOperation<Ask, BulkStartOutcome>({
    action: actions.start,
    target: { installId },
    onOutcome: (outcome) => {
      if (outcome.code !== 'done') return;
      router.push(installPath(installId, `/runs/${outcome.run.runId}`));
      return 'leaving';
    },
  });

  const match = async (event: FormEvent) => {
    event.preventDefault();
    const { entries } = sheet;
    const isTooLong = entries.length > bulkTargetsMax;
    setError(
      entries.length === 0 ? t('nothing') : isTooLong ? t('tooMany', { most: bulkTargetsMax }) : undefined,
    );
    if (entries.length === 0 || isTooLong || isMatching) return;
    const ask: Ask = { entries, status: fulfillment.status, provider: fulfillment.provider.trim() || null };
    setIsMatching(true);
    setProblem(null);
    const found = await actions.match({ installId, ...ask }).catch(() => ({ code: 'unchecked' as const }));
    setIsMatching(false);
    if (found.code === 'matched') setMatched({ ask, found });
    else setProblem(found);
  };
  const ok = matched?.found.rows.filter(({ verdict }) => verdict === 'ok').length ?? 0;
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t('title')}
      description={t('description')}
      actions={
        matched ? (
          <>
            <Button disabled={operation.sending} onClick={() => setMatched(null)}>
              {t('back')}
            </Button>
            <Button
              look="primary"
              pending={operation.sending}
              disabled={ok === 0}
              onClick={() => void operation.send(matched.ask)}
            >
              {t('start', { count: ok })}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>{t('cancel')}</Button>
            <Button type="submit" form={formId} look="primary" pending={isMatching}>
              {t('match')}
            </Button>
          </>
        )
      }
    >
      <div className="flex flex-col gap-3 pb-1">
        <form
          id={formId}
          noValidate
          hidden={matched !== null}
          className={matched ? undefined : 'flex flex-col gap-4'}
          onSubmit={(event) => void match(event)}
        >
          <Field
            label={t('sheet')}
            hint={t('hint')}
            error={error}
            aside={text !== '' && t('read', { count: sheet.entries.length })}
          >
            {(control) => (
              <TextArea
                {...control}
                rows={7}
                dir="ltr"
                spellCheck={false}
                placeholder={t('example')}
                className="resize-y whitespace-pre"
                value={text}
                onChange={(event) => {
                  setText(event.target.value);
                  setError(undefined);
                }}
              />
            )}
          </Field>
          <FulfillChoice value={fulfillment} onChange={setFulfillment} />
        </form>
        {matched && <CourierPreview found={matched.found} unread={sheet.unread} />}
        <BulkProblem
          installId={installId}
          runId={operation.operationId}
          outcome={matched ? operation.outcome : problem}
        />
      </div>
    </Dialog>
  );
}
