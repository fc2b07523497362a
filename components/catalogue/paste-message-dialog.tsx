'use client';

import { useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import { Banner } from '@/components/ui/feedback/banner';
import { Button } from '@/components/ui/button';
import { FormDialog } from '@/components/ui/overlay/form-dialog';
import { Field } from '@/components/ui/form/field';
import { TextArea } from '@/components/ui/form/input';
import { useRoleText } from '@/components/ui/role-context';
import { type MatchMessage, messageLengthMax, type PastedLine } from '@/lib/catalogue/message-match';
import { isDecided, linesOfReview, type ReviewRow } from './paste-review';
import { PastedItem } from './pasted-item';
import { usePastedMessage } from './use-pasted-message';

type PasteMessageDialogProps = {
  installId: string;
  match: MatchMessage;
  onAdd: (lines: PastedLine[]) => void;
  onClose: () => void;
};

/**
 * Dialog for a pasted chat message. The merchant first reviews the items that were found in the message. Only the
 * reviewed items are added to the order.
 */
export function PasteMessageDialog({ installId, match, onAdd, onClose }: PasteMessageDialogProps) {
  const t = useTranslations('pasteMessage');
  const roleText = useRoleText();
  const list = useRef<HTMLUListElement>(null);
  const message = usePastedMessage(installId, match);
  const [isChecked, setIsChecked] = useState(false);
  const { rows } = message;
  const lines = linesOfReview(rows ?? []);

  const read = () => {
    setIsChecked(false);
    void message.read();
  };
  const add = () => {
    const firstOpen = rows?.findIndex((row) => !isDecided(row)) ?? -1;
    setIsChecked(true);
    if (firstOpen >= 0) return focusIn(list.current?.children[firstOpen], rows?.[firstOpen]);
    onAdd(lines);
    onClose();
  };
  return (
    <FormDialog
      onClose={onClose}
      title={t('title')}
      description={t(rows ? 'review' : 'description')}
      cancel={t('cancel')}
      submit={t('read')}
      pending={message.isReading}
      onSubmit={read}
      next={
        rows && {
          actions: (
            <>
              <Button onClick={message.back}>{t('back')}</Button>
              <Button
                variant="primary"
                disabled={rows.every(({ choice }) => choice === 'leave_out')}
                onClick={add}
              >
                {t('add', { count: lines.length })}
              </Button>
            </>
          ),
          content: (
            <div className="flex flex-col gap-3 pb-1">
              {message.isPartial && <Banner tone="info" title={t('partial')} />}
              <p role="status" className="text-sm text-ink-soft">
                {t('found', { count: rows.length })}
              </p>
              <ul ref={list} className="divide-y divide-line">
                {rows.map((row, n) => (
                  <PastedItem
                    key={n}
                    row={row}
                    isChecked={isChecked}
                    onChange={(changed) => message.setRow(n, changed)}
                  />
                ))}
              </ul>
            </div>
          ),
        }
      }
    >
      <Field
        label={t('label')}
        hint={t('hint')}
        error={
          message.problem &&
          (message.problem.code === 'no_right'
            ? roleText
            : t(`problem.${message.problem.code}`, { seconds: message.problem.waitSeconds ?? 0 }))
        }
      >
        {(field) => (
          <TextArea
            {...field}
            dir="auto"
            rows={8}
            maxLength={messageLengthMax}
            placeholder={t('example')}
            className="resize-y"
            value={message.text}
            onChange={(event) => message.setText(event.target.value)}
          />
        )}
      </Field>
    </FormDialog>
  );
}

/**
 * Moves the focus to the value that is missing in a row of the review. The missing value is the choice of a
 * variant, or the quantity.
 */
function focusIn(element: Element | undefined, row: ReviewRow | undefined): void {
  element?.querySelector<HTMLElement>(row?.choice === 'undecided' ? 'select' : 'input')?.focus();
}
