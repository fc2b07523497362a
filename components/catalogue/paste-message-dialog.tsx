'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import { Banner } from '@/components/ui/feedback/banner';
import { Button } from '@/components/ui/button';
import { FormDialog } from '@/components/ui/overlay/form-dialog';
import { Field } from '@/components/ui/form/field';
import { TextArea } from '@/components/ui/form/input';
import { useRight, useRoleText } from '@/components/ui/role-context';
import {
  type MatchMessage,
  messageLengthMax,
  type PastedDetails as AcceptedDetails,
  type PastedLine,
  type PasteTarget,
} from '@/lib/catalogue/message-match';
import { baseLocale } from '@/lib/shared/locale';
import { chipsOf, firstAccepted, toggled } from './detail-chips';
import { isDecided, linesOfReview, type ReviewRow } from './paste-review';
import { PastedDetails } from './pasted-details';
import { PastedItem } from './pasted-item';
import { usePastedMessage } from './use-pasted-message';

type PasteMessageDialogProps = {
  installId: string;
  match: MatchMessage;
  onAdd: (lines: PastedLine[], details: AcceptedDetails) => void;
  /**
   * Loads the code that fills the form, and then returns the form's values and the data of the store that the form
   * uses. Rejects if the code cannot be loaded.
   */
  target: () => Promise<PasteTarget>;
  /** Text that the user has pasted since the page opened. */
  text: string;
  onText: (text: string) => void;
  onClose: () => void;
};

/**
 * Dialog for a pasted chat message. The merchant first reviews the items and the customer's details that were found in
 * the message. Only what the merchant accepts is added to the order. The details are read in the browser.
 */
export function PasteMessageDialog(props: PasteMessageDialogProps) {
  const { installId, match, onAdd, target, text, onText, onClose } = props;
  const t = useTranslations('pasteMessage');
  const roleText = useRoleText();
  const list = useRef<HTMLUListElement>(null);
  const locale = baseLocale(useLocale());
  const message = usePastedMessage({
    installId,
    match,
    target,
    maySeeCustomer: useRight('see_personal_data'),
    text,
    onText,
  });
  const [changed, setChanged] = useState<ReadonlySet<string> | null>(null);
  const [isChecked, setIsChecked] = useState(false);
  const { rows, found } = message;
  const chips = rows && found ? chipsOf({ ...found, rows, locale }) : [];
  const accepted = changed ?? firstAccepted(chips);
  const used = chips.filter(({ id }) => accepted.has(id));
  const details: AcceptedDetails = Object.fromEntries(
    used.flatMap(({ field, value }) => (field === 'price' ? [] : [[field, value]])),
  );
  const isFilled = Object.keys(details).length > 0;
  const lines = linesOfReview(
    rows ?? [],
    (row) => used.find((chip) => chip.field === 'price' && chip.row === row)?.value ?? null,
  );

  const read = () => {
    setIsChecked(false);
    setChanged(null);
    void message.read();
  };
  const add = () => {
    const firstOpen = rows?.findIndex((row) => !isDecided(row)) ?? -1;
    setIsChecked(true);
    if (firstOpen >= 0) return focusIn(list.current?.children[firstOpen], rows?.[firstOpen]);
    onAdd(lines, details);
    onText('');
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
                disabled={!isFilled && rows.every(({ choice }) => choice === 'leave_out')}
                onClick={add}
              >
                {lines.length === 0 && isFilled ? t('details.fill') : t('add', { count: lines.length })}
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
              {chips.length > 0 && found && (
                <PastedDetails
                  chips={chips}
                  accepted={accepted}
                  rows={rows}
                  country={found.target.country}
                  onToggle={(chip) => setChanged(toggled(accepted, chip, chips))}
                />
              )}
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
            value={text}
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
