'use client';

import { useTranslations } from 'next-intl';
import { Card } from '@/components/ui/card';
import { Checkbox } from '@/components/ui/form/checkbox';
import { Field } from '@/components/ui/form/field';
import { OutcomeNote } from '@/components/ui/feedback/outcome-note';
import { Select } from '@/components/ui/form/select';
import { setShortcutsOn, useShortcutsOn } from '@/components/ui/shortcut-setting';
import { type AppLocale, digitSystems, locales } from '@/lib/shared/locale';
import { type ScreenChoice, themes } from '@/lib/shared/screen-words';
import { type ChooseScreen, useScreenChoice } from './use-screen-choice';

type ScreenCardProps = {
  installId: string;
  /** Screen settings that are stored in this browser. A setting that the user did not choose is null. */
  choice: ScreenChoice;
  storeLanguage: AppLocale;
  /**
   * The name of each language, written in that language. The server makes the names, because a browser may lack the
   * name of a rare language.
   */
  languageNames: Record<AppLocale, string>;
  choose: ChooseScreen;
};

/**
 * Examples of the two kinds of digits. Each example is always written in its own digits, whatever the language of the
 * screen is.
 */
const ownDigits = { latn: '123', arab: '١٢٣' };

/** Card with the settings that apply only to this browser: language, digits, colors and keyboard shortcuts. */
export function ScreenCard(props: ScreenCardProps) {
  const { installId, choice, storeLanguage, languageNames, choose } = props;
  const t = useTranslations('screen');
  const tKeys = useTranslations('settings.screen');
  const keysOn = useShortcutsOn();
  const { picked, pick, problem } = useScreenChoice(installId, choice, choose);
  return (
    <Card title={tKeys('title')}>
      <div className="flex flex-col gap-4">
        <Choice
          label={t('language.label')}
          value={picked.language}
          words={locales.map((locale) => ({ word: locale, text: languageNames[locale] }))}
          unchosen={t('language.store', { language: languageNames[storeLanguage] })}
          onPick={(word) => pick('language', word)}
        />
        <Choice
          label={t('digits.label')}
          hint={t('digits.hint')}
          value={picked.digits ?? 'latn'}
          words={digitSystems.map((digits) => ({
            word: digits,
            text: t(`digits.${digits}`, { digits: ownDigits[digits] }),
          }))}
          onPick={(word) => pick('digits', word)}
        />
        <Choice
          label={t('theme.label')}
          value={picked.theme}
          words={themes.map((theme) => ({ word: theme, text: t(`theme.${theme}`) }))}
          unchosen={t('theme.device')}
          onPick={(word) => pick('theme', word)}
        />
        {problem !== null && (
          <OutcomeNote code={problem} isOutcomeUnknown={problem === 'no_answer'}>
            <p>{t(problem === 'no_answer' ? 'outcomeUnknown' : 'failed')}</p>
          </OutcomeNote>
        )}
        <p className="text-xs text-ink-soft">{t('hint')}</p>
      </div>
      <div className="mt-3 border-t border-line pt-2">
        <Checkbox
          label={tKeys('keys')}
          detail={tKeys('keysDetail')}
          checked={keysOn}
          onChange={(event) => setShortcutsOn(event.currentTarget.checked)}
        />
      </div>
    </Card>
  );
}

type ChoiceProps = {
  label: string;
  hint?: string;
  value: string | null;
  words: { word: string; text: string }[];
  /** Label of the empty option in the select. If undefined, the select has no empty option. */
  unchosen?: string;
  onPick: (word: string | null) => void;
};

function Choice({ label, hint, value, words, unchosen, onPick }: ChoiceProps) {
  return (
    <Field label={label} hint={hint}>
      {(control) => (
        <Select
          {...control}
          value={value ?? ''}
          onChange={(event) => onPick(event.currentTarget.value || null)}
        >
          {unchosen !== undefined && <option value="">{unchosen}</option>}
          {words.map(({ word, text }) => (
            <option key={word} value={word}>
              {text}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
