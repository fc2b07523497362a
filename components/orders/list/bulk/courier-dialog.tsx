'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Field } from '@/components/ui/form/field';
import { TextArea } from '@/components/ui/form/input';
import type { CourierActions, CourierMatch } from '@/lib/orders/bulk/courier-commands';
import { type CourierEntry, readCourierSheet } from '@/lib/orders/bulk/courier-sheet';
import { CheckedRunDialog } from '@/components/ui/overlay/checked-run-dialog';
import { CourierPreview } from './courier-preview';
import { FulfillChoice, type FulfillInput } from './fulfill-choice';
import { useCheckedRun } from '@/components/ui/overlay/use-checked-run';
import { bulkTargetsMax } from '@/lib/shared/bulk-targets-max';

type CourierDialogProps = { installId: string; actions: CourierActions; onClose: () => void };

type CourierRequest = { entries: CourierEntry[]; status: FulfillInput['status']; provider: string | null };

/**
 * Dialog for tracking numbers that the user pastes from a courier's sheet. It shows which order each number matches,
 * before anything is sent.
 */
export function CourierDialog({ installId, actions, onClose }: CourierDialogProps) {
  const t = useTranslations('courier');
  const [text, setText] = useState('');
  const [fulfillment, setFulfillment] = useState<FulfillInput>({ status: 'shipped', provider: '' });
  const [replaceLines, setReplaceLines] = useState<number[]>([]);
  const [error, setError] = useState<string>();
  const sheet = readCourierSheet(text);
  const run = useCheckedRun<CourierRequest, CourierMatch, CourierRequest & { replaceLines: number[] }>({
    installId,
    check: async (request) => {
      const found = await actions.match({ installId, ...request });
      return found.code === 'matched' ? { found } : found;
    },
    start: actions.start,
    commandOf: (request) => ({ ...request, replaceLines }),
  });

  const match = () => {
    const { entries } = sheet;
    const isTooLong = entries.length > bulkTargetsMax;
    setError(
      entries.length === 0 ? t('nothing') : isTooLong ? t('tooMany', { max: bulkTargetsMax }) : undefined,
    );
    if (entries.length === 0 || isTooLong) return;
    setReplaceLines([]);
    const provider = fulfillment.provider.trim() || null;
    void run.check({ entries, status: fulfillment.status, provider });
  };
  const { found } = run;
  const ok = found?.rows.filter(({ verdict }) => verdict === 'ok').length ?? 0;
  const fills = found?.rows.filter(({ verdict }) => verdict === 'fills').length ?? 0;
  const count = ok + fills + replaceLines.length;
  return (
    <CheckedRunDialog
      installId={installId}
      run={run}
      okCount={count}
      words={{
        title: t('title'),
        description: t('description'),
        cancel: t('cancel'),
        check: t('match'),
        back: t('back'),
        start: t(count > ok ? 'startNumbers' : 'start', { count }),
      }}
      onSubmit={match}
      form={
        <>
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
        </>
      }
      preview={
        found && (
          <CourierPreview
            found={found}
            unread={sheet.unread}
            replaceLines={replaceLines}
            onReplace={setReplaceLines}
          />
        )
      }
      onClose={onClose}
    />
  );
}
