'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useCopiedInput } from '@/components/ui/form/use-copied-input';
import { FormDialog } from '@/components/ui/overlay/form-dialog';
import { Field } from '@/components/ui/form/field';
import { Input, TextArea } from '@/components/ui/form/input';
import { StaleSettings } from '@/components/ui/form/stale-settings';
import { OutcomeNote } from '@/components/ui/feedback/outcome-note';
import { useToast } from '@/components/ui/feedback/toast';
import { messageFields } from '@/lib/quotes/fill-message';
import { baseLocales } from '@/lib/shared/locale';
import { isMessageTexts, mergeTexts } from '@/lib/shared/messages/merge-texts';
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
 * The typed values, and the stored values on which they are based. They are also saved in the browser, until the user
 * cancels or the values are stored.
 */
type Typed = { message: QuoteSettings['quoteMessage']; days: string; seen: QuoteSettings };

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
  const tCard = useTranslations('settings.quotes');
  const toast = useToast();
  const { save, isSaving, problem } = useSaveSettings(installId, props.save);
  const copy = useCopiedInput<Typed>(`daftar.quote-settings.1.${installId}`, restoreTyped);
  const typed = copy.value ?? {
    message: settings.quoteMessage,
    days: String(settings.quoteDataDays),
    seen: settings,
  };
  const { message, days, seen } = typed;
  const change = (part: Partial<Typed>) => copy.change(() => ({ ...typed, ...part }));
  const [isTried, setIsTried] = useState(false);
  const quoteDataDays = readDays(days);

  const end = () => {
    copy.forget();
    onClose();
  };
  const submit = async () => {
    setIsTried(true);
    if (quoteDataDays === null) return;
    const result = await save({ quoteMessage: message, quoteDataDays }, seen);
    if (!result) return;
    const stored = { quoteMessage: result.stored.quoteMessage, quoteDataDays: result.stored.quoteDataDays };
    onSaved(stored);
    if (result.isStale)
      return copy.change((now) => {
        const latest = now ?? typed;
        const isDaysChanged = readDays(latest.days) !== seen.quoteDataDays;
        return {
          message: mergeTexts(latest.message, seen.quoteMessage, stored.quoteMessage),
          days: isDaysChanged ? latest.days : String(stored.quoteDataDays),
          seen: stored,
        };
      });
    end();
    toast({ text: t('saved') });
  };
  return (
    <FormDialog
      onClose={onClose}
      title={t('title')}
      cancel={t('cancel')}
      onCancel={end}
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
              onChange={(event) => change({ message: { ...message, [language]: event.target.value } })}
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
            onChange={(event) => change({ days: event.target.value })}
          />
        )}
      </Field>
      <details className="text-xs text-ink-soft">
        <summary className="flex min-h-11 cursor-pointer items-center font-semibold text-brand">
          {t('days.more')}
        </summary>
        <p>{t('days.details')}</p>
      </details>
      {problem === 'stale' && !isSaving && (
        <StaleSettings
          stored={[
            ...baseLocales.flatMap((language) =>
              message[language] === seen.quoteMessage[language] ? [] : seen.quoteMessage[language],
            ),
            ...(quoteDataDays === seen.quoteDataDays ? [] : [tCard('days', { count: seen.quoteDataDays })]),
          ]}
        />
      )}
      {problem !== null && problem !== 'stale' && !isSaving && (
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

function restoreTyped(saved: unknown): Typed | null {
  return isTyped(saved) ? saved : null;
}

function isTyped(value: unknown): value is Typed {
  if (typeof value !== 'object' || value === null) return false;
  if (!('message' in value) || !('days' in value) || !('seen' in value)) return false;
  return isMessageTexts(value.message) && typeof value.days === 'string' && isSettings(value.seen);
}

function isSettings(value: unknown): value is QuoteSettings {
  if (typeof value !== 'object' || value === null) return false;
  if (!('quoteMessage' in value) || !('quoteDataDays' in value)) return false;
  return isMessageTexts(value.quoteMessage) && typeof value.quoteDataDays === 'number';
}
