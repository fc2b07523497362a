'use client';

import { MessageCircle } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { ChoiceCards } from '@/components/ui/form/choice-cards';
import { CopyButton } from '@/components/ui/copy-button';
import { Field } from '@/components/ui/form/field';
import { TextArea } from '@/components/ui/form/input';
import { StaleSettings } from '@/components/ui/form/stale-settings';
import { OutcomeNote } from '@/components/ui/feedback/outcome-note';
import { useToast } from '@/components/ui/feedback/toast';
import { fillMessage, templateOf } from '@/lib/quotes/fill-message';
import { type AppLocale, type BaseLocale, baseLocale, directionOf } from '@/lib/shared/locale';
import { findTemplateProblem } from '@/lib/shared/messages/message-templates';
import { whatsappUrl } from '@/lib/shared/messages/whatsapp-url';
import { messageValues, quoteLink, type SharedQuote } from './quote-message';
import { type QuoteSettings, type SaveSettings, useSaveSettings } from '@/components/ui/use-save-settings';

/** Store data that is needed for the message with a quote link. */
export type Sharing = {
  appUrl: string;
  storeName: string;
  /** Country of the store (ISO 3166); null if unknown. The Arabic names of the months differ between countries. */
  storeCountry: string | null;
  /**
   * Language in which the message is shown first: the language of the store. The user's screen may be in another
   * language.
   */
  storeLocale: AppLocale;
  template: QuoteSettings['quoteMessage'];
  /** Name of the setting in which the template is stored. */
  setting: 'quoteMessage' | 'reminderMessage';
  /** Called after the user has saved another template for the message. */
  onTemplate: (template: QuoteSettings['quoteMessage']) => void;
  saveSettings: SaveSettings;
};

type ShareQuoteProps = { installId: string; quote: SharedQuote; sharing: Sharing };

/** Maximum number of characters that the server accepts in a message template. */
const templateMax = 1_000;

/**
 * Shows the quote's link in a message. The user can edit the message, then send it by WhatsApp or copy it. Nothing is
 * sent automatically.
 */
export function ShareQuote({ installId, quote, sharing }: ShareQuoteProps) {
  const t = useTranslations('quotes.share');
  const toast = useToast();
  const [language, setLanguage] = useState(baseLocale(sharing.storeLocale));
  // The messages that the user has typed, by language. A language without an entry still has the message that is made
  // from the template.
  const [typed, setTyped] = useState<Partial<Record<BaseLocale, string>>>({});
  const settings = useSaveSettings(installId, sharing.saveSettings);

  const link = quoteLink(sharing.appUrl, quote.token, language);
  const values = messageValues(quote, { link, sharing, language });
  const message = typed[language] ?? fillMessage(sharing.template[language], values);
  const template = templateOf(message, values);
  const url = whatsappUrl(quote.customer.phone, message);
  const isStorable =
    template.length <= templateMax &&
    (sharing.setting === 'quoteMessage' || findTemplateProblem(sharing.setting, template) === null);
  const saveTemplate = async () => {
    const next = { ...sharing.template, [language]: template };
    const result = await settings.save({ [sharing.setting]: next }, { [sharing.setting]: sharing.template });
    if (!result) return;
    sharing.onTemplate(result.stored[sharing.setting]);
    if (!result.isStale) toast({ text: t('stored') });
  };
  return (
    <div className="flex flex-col gap-4">
      <ChoiceCards
        label={t('language')}
        value={language}
        onChange={setLanguage}
        className="grid-cols-2"
        choices={[
          { value: 'ar', title: t('ar') },
          { value: 'en', title: t('en') },
        ]}
      />
      <Field label={t('message')} hint={t('messageHint')}>
        {(control) => (
          <TextArea
            {...control}
            rows={7}
            maxLength={2_000}
            lang={language}
            dir={directionOf(language)}
            value={message}
            onChange={(event) => setTyped({ ...typed, [language]: event.target.value })}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        {url === null ? (
          <p role="status" className="text-sm text-warn">
            {t('tooLong')}
          </p>
        ) : (
          <Button asChild variant="primary" className="max-sm:w-full">
            {/* The link gives WhatsApp only the message. The page of WhatsApp gets no referrer and no access to this
                window. */}
            <a href={url} target="_blank" rel="noopener noreferrer">
              <MessageCircle aria-hidden className="size-4" />
              {t('whatsapp')}
            </a>
          </Button>
        )}
        <CopyButton text={message} label={t('copyMessage')} />
        <CopyButton text={link} label={t('copyLink')} />
        {template !== sharing.template[language] && (
          <Button
            variant="quiet"
            pending={settings.isSaving}
            disabled={!isStorable}
            onClick={() => void saveTemplate()}
          >
            {t('keep')}
          </Button>
        )}
      </div>
      {settings.problem === 'stale' && !settings.isSaving && template !== sharing.template[language] && (
        <StaleSettings stored={[sharing.template[language]]} />
      )}
      {settings.problem !== null && settings.problem !== 'stale' && !settings.isSaving && (
        <OutcomeNote code={settings.problem} isOutcomeUnknown={settings.problem === 'no_answer'}>
          <p>{t('notStored')}</p>
        </OutcomeNote>
      )}
      <p className="rounded-control bg-sunken px-3 py-2 text-xs break-all text-ink-soft">
        <bdi dir="ltr">{link}</bdi>
      </p>
    </div>
  );
}
