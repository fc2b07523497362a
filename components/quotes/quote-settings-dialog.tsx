'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { FormDialog } from '@/components/ui/overlay/form-dialog';
import { Field } from '@/components/ui/form/field';
import { Input, TextArea } from '@/components/ui/form/input';
import { OutcomeNote } from '@/components/ui/feedback/outcome-note';
import { useToast } from '@/components/ui/feedback/toast';
import { messageFields } from '@/lib/quotes/fill-message';
import { latinDigits } from '@/lib/shared/numbers/money';
import { type QuoteSettings, type SaveSettings, useSaveSettings } from '@/components/ui/use-save-settings';

type QuoteSettingsDialogProps = {
  installId: string;
  settings: QuoteSettings;
  save: SaveSettings;
  onSaved: (settings: QuoteSettings) => void;
  onClose: () => void;
};

/**
 * Limits that the server accepts: the length of the message in characters, and the range of days for which customer
 * data is stored.
 */
const messageMax = 1_000;
const daysMax = 730;

/**
 * Dialog for two quote settings. One is the text of the message that is sent with a quote link, in both languages. The
 * other is the number of days for which customer data is stored.
 */
export function QuoteSettingsDialog(props: QuoteSettingsDialogProps) {
  const { installId, settings, onSaved, onClose } = props;
  const t = useTranslations('quotes.settings');
  const toast = useToast();
  const { save, isSaving, problem } = useSaveSettings(installId, props.save);
  const [message, setMessage] = useState(settings.quoteMessage);
  const [days, setDays] = useState(String(settings.quoteDataDays));
  const [isTried, setIsTried] = useState(false);
  const quoteDataDays = readDays(days);

  const submit = async () => {
    setIsTried(true);
    if (quoteDataDays === null) return;
    const next = { quoteMessage: message, quoteDataDays };
    if (!(await save(next))) return;
    onSaved(next);
    onClose();
    toast({ text: t('saved') });
  };
  return (
    <FormDialog
      onClose={onClose}
      title={t('title')}
      cancel={t('cancel')}
      submit={t('save')}
      pending={isSaving}
      onSubmit={() => void submit()}
    >
      {(['ar', 'en'] as const).map((language) => (
        <Field key={language} label={t(`message.${language}`)}>
          {(control) => (
            <TextArea
              {...control}
              rows={5}
              maxLength={messageMax}
              lang={language}
              dir={language === 'ar' ? 'rtl' : 'ltr'}
              value={message[language]}
              onChange={(event) => setMessage({ ...message, [language]: event.target.value })}
            />
          )}
        </Field>
      ))}
      <div className="text-xs text-ink-soft">
        <p>{t('fields.title')}</p>
        <dl className="mt-1 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5">
          {messageFields.map((field) => (
            <div key={field} className="contents">
              <dt>
                <bdi dir="ltr" className="font-mono">{`{${field}}`}</bdi>
              </dt>
              <dd>{t(`fields.${field}`)}</dd>
            </div>
          ))}
        </dl>
      </div>
      <Field
        label={t('days.label')}
        hint={t('days.hint')}
        error={isTried && quoteDataDays === null ? t('days.wrong', { max: daysMax }) : undefined}
      >
        {(control) => (
          <Input
            {...control}
            code
            inputMode="numeric"
            className="max-w-28"
            value={days}
            onChange={(event) => setDays(event.target.value)}
          />
        )}
      </Field>
      {problem !== null && !isSaving && (
        <OutcomeNote code={problem} isOutcomeUnknown={problem === 'no_answer'}>
          <p>{t(problem === 'no_answer' ? 'outcomeUnknown' : 'failed')}</p>
        </OutcomeNote>
      )}
    </FormDialog>
  );
}

function readDays(text: string): number | null {
  const plain = latinDigits(text).trim();
  const days = /^\d{1,4}$/.test(plain) ? Number(plain) : 0;
  return days >= 1 && days <= daysMax ? days : null;
}
