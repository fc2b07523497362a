'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { forgetCopy, loadCopy, saveCopy } from '@/components/ui/session-copy';
import { Field } from '@/components/ui/form/field';
import { TextArea } from '@/components/ui/form/input';
import type { CourierActions, CourierMatch } from '@/lib/orders/bulk/courier-commands';
import { type CourierEntry, readCourierSheet } from '@/lib/orders/bulk/courier-sheet';
import { CheckedRunDialog } from '@/components/ui/overlay/checked-run-dialog';
import { CourierPreview } from './courier-preview';
import { FulfillChoice, type FulfillInput } from './fulfill-choice';
import { useCheckedRun } from '@/components/ui/overlay/use-checked-run';
import { bulkTargetsMax } from '@/lib/shared/bulk-targets-max';

/** What the user entered in the first step of the dialog. */
export type CourierInput = { text: string; fulfillment: FulfillInput };

type CourierDialogProps = {
  installId: string;
  actions: CourierActions;
  /** What the user has entered since the page opened; null if the user has entered nothing. */
  input: CourierInput | null;
  onInput: (input: CourierInput) => void;
  onClose: () => void;
};

const emptyInput: CourierInput = { text: '', fulfillment: { status: 'shipped', provider: '' } };

type CourierRequest = { entries: CourierEntry[]; status: FulfillInput['status']; provider: string | null };

/**
 * Dialog for tracking numbers that the user pastes from a courier's sheet. It shows which order each number matches,
 * before anything is sent.
 */
export function CourierDialog({ installId, actions, onClose, ...entered }: CourierDialogProps) {
  const t = useTranslations('courier');
  // The input is stored in session storage, so that it is not lost when the dialog is closed or the page reloads.
  const copyKey = `daftar.courier.1.${installId}`;
  const [copy] = useState(() => restoreCourierInput(loadCopy(copyKey)));
  const input = entered.input ?? copy ?? emptyInput;
  const { text, fulfillment } = input;
  const change = (part: Partial<CourierInput>) => {
    const next = { ...input, ...part };
    entered.onInput(next);
    saveCopy(copyKey, next);
  };
  const [replaceLines, setReplaceLines] = useState<number[]>([]);
  const [error, setError] = useState<string>();
  const sheet = readCourierSheet(text);
  const run = useCheckedRun<CourierRequest, CourierMatch, CourierRequest & { replaceLines: number[] }>({
    installId,
    check: async (request) => {
      const found = await actions.match({ installId, ...request });
      return found.code === 'matched' ? { found } : found;
    },
    start: async (command) => {
      const outcome = await actions.start(command);
      if (outcome.code === 'done') forgetCopy(copyKey);
      return outcome;
    },
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
                  change({ text: event.target.value });
                  setError(undefined);
                }}
              />
            )}
          </Field>
          <FulfillChoice value={fulfillment} onChange={(choice) => change({ fulfillment: choice })} />
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

/** Returns the input of a saved copy. Returns null if the copy cannot be read. */
function restoreCourierInput(saved: unknown): CourierInput | null {
  return isCourierInput(saved) ? saved : null;
}

function isCourierInput(value: unknown): value is CourierInput {
  if (typeof value !== 'object' || value === null || !('text' in value) || !('fulfillment' in value))
    return false;
  const { text, fulfillment } = value;
  if (typeof text !== 'string' || typeof fulfillment !== 'object' || fulfillment === null) return false;
  return 'status' in fulfillment && 'provider' in fulfillment && typeof fulfillment.provider === 'string';
}
