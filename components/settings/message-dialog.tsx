'use client';

import { useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { OutcomeNote } from '@/components/ui/feedback/outcome-note';
import { useToast } from '@/components/ui/feedback/toast';
import { ChoiceCards } from '@/components/ui/form/choice-cards';
import { Field } from '@/components/ui/form/field';
import { TextArea } from '@/components/ui/form/input';
import { StaleSettings } from '@/components/ui/form/stale-settings';
import { useCopiedInput } from '@/components/ui/form/use-copied-input';
import { FormDialog } from '@/components/ui/overlay/form-dialog';
import { type SaveSettings, useSaveSettings } from '@/components/ui/use-save-settings';
import { type BaseLocale, baseLocales, directionOf } from '@/lib/shared/locale';
import {
  defaultMessages,
  fillTemplate,
  findTemplateProblem,
  type MessageField,
  messageFields,
  type MessageStep,
  type MessageTexts,
} from '@/lib/shared/messages/message-templates';
import { isMessageTexts, mergeTexts } from '@/lib/shared/messages/merge-texts';
import { exampleValues, type ExampleStore } from './example-values';

type MessageDialogProps = {
  installId: string;
  step: MessageStep;
  texts: MessageTexts;
  store: ExampleStore;
  /** Language of the text that the dialog shows first. */
  language: BaseLocale;
  save: SaveSettings;
  onSaved: (texts: MessageTexts) => void;
  onClose: () => void;
};

/**
 * The typed texts, and the stored texts on which they are based. Both are also saved in the browser, until the user
 * cancels or the texts are stored.
 */
type Typed = { typed: MessageTexts; seen: MessageTexts };

/**
 * Maximum number of characters that the server accepts in a template. In addition, the message must be short enough for
 * a link.
 */
const templateMax = 2_000;

/** Dialog for the templates of one message, in both languages, with a preview of the message with example values. */
export function MessageDialog({
  installId,
  step,
  texts,
  store,
  onSaved,
  onClose,
  ...props
}: MessageDialogProps) {
  const t = useTranslations('settings.messages');
  const toast = useToast();
  const { save, isSaving, problem } = useSaveSettings(installId, props.save);
  const [language, setLanguage] = useState(props.language);
  const copy = useCopiedInput<Typed>(`daftar.message.1.${installId}.${step}`, restoreTyped);
  const { typed, seen } = copy.value ?? { typed: texts, seen: texts };
  const field = useRef<HTMLTextAreaElement>(null);
  const template = typed[language];
  const wrong = findTemplateProblem(step, template);
  const error =
    wrong && t(`problem.${wrong.code}`, { placeholder: wrong.code === 'unknown' ? wrong.placeholder : '' });
  const change = (text: string) => copy.change(() => ({ typed: { ...typed, [language]: text }, seen }));
  const end = () => {
    copy.forget();
    onClose();
  };

  const insert = (name: MessageField) => {
    const control = field.current;
    if (!control) return;
    control.setRangeText(`{${name}}`, control.selectionStart, control.selectionEnd, 'end');
    change(control.value);
    control.focus();
  };
  const submit = async () => {
    // The dialog shows the text in one language at a time. If the text in the hidden language is wrong, the dialog
    // changes to that language.
    const wrongIn = baseLocales.find((other) => findTemplateProblem(step, typed[other]) !== null);
    if (wrongIn) {
      if (!wrong) setLanguage(wrongIn);
      field.current?.focus();
      return;
    }
    const result = await save({ [step]: typed }, { [step]: seen });
    if (!result) return;
    const stored = result.stored[step];
    onSaved(stored);
    if (result.isStale)
      return copy.change((now) => ({ typed: mergeTexts(now?.typed ?? typed, seen, stored), seen: stored }));
    end();
    toast({ text: t('saved') });
  };
  return (
    <FormDialog
      onClose={onClose}
      title={t(`step.${step}`)}
      cancel={t('cancel')}
      onCancel={end}
      submit={t('save')}
      pending={isSaving}
      onSubmit={() => void submit()}
    >
      <ChoiceCards
        label={t('language')}
        value={language}
        onChange={setLanguage}
        className="grid-cols-2"
        choices={baseLocales.map((value) => ({ value, title: t(value) }))}
      />
      <Field label={t('text')} error={error ?? undefined}>
        {(control) => (
          <TextArea
            {...control}
            ref={field}
            rows={7}
            maxLength={templateMax}
            lang={language}
            dir={directionOf(language)}
            value={template}
            onChange={(event) => change(event.target.value)}
          />
        )}
      </Field>
      <div role="group" aria-label={t('insert')} className="flex flex-col gap-1">
        <p aria-hidden className="text-xs text-ink-soft">
          {t('insert')}
        </p>
        <div className="flex flex-wrap gap-2">
          {messageFields[step].map((name) => (
            <Button key={name} onClick={() => insert(name)}>
              {t(`fields.${name}`)}
            </Button>
          ))}
        </div>
        <p className="text-xs text-ink-soft">{t('emptyLine')}</p>
      </div>
      <section aria-label={t('preview')} className="rounded-control bg-sunken px-3 py-2">
        <h3 className="text-xs text-ink-soft">{t('preview')}</h3>
        <p
          lang={language}
          dir={directionOf(language)}
          className="mt-1 text-sm leading-6 break-words whitespace-pre-line"
        >
          {fillTemplate(template, exampleValues(store, language), language)}
        </p>
      </section>
      {template !== defaultMessages[step][language] && (
        <Button
          variant="quiet"
          className="self-start"
          onClick={() => change(defaultMessages[step][language])}
        >
          {t('reset')}
        </Button>
      )}
      {problem === 'stale' && !isSaving && (
        <StaleSettings
          stored={baseLocales.flatMap((other) => (typed[other] === seen[other] ? [] : seen[other]))}
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

function restoreTyped(saved: unknown): Typed | null {
  return isTyped(saved) ? saved : null;
}

function isTyped(value: unknown): value is Typed {
  if (typeof value !== 'object' || value === null || !('typed' in value) || !('seen' in value)) return false;
  return isMessageTexts(value.typed) && isMessageTexts(value.seen);
}
