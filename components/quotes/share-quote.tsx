'use client';

import { MessageCircle } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { ChoiceCards } from '@/components/ui/form/choice-cards';
import { CopyButton } from '@/components/ui/copy-button';
import { Field } from '@/components/ui/form/field';
import { TextArea } from '@/components/ui/form/input';
import { OutcomeNote } from '@/components/ui/feedback/outcome-note';
import { useToast } from '@/components/ui/feedback/toast';
import { fillMessage, type MessageValues, templateOf } from '@/lib/quotes/fill-message';
import { type AppLocale, directionOf, intlLocale } from '@/lib/shared/locale';
import { formatMoney, type Money } from '@/lib/shared/numbers/money';
import { type QuoteSettings, type SaveSettings, useSaveSettings } from './use-save-settings';

/** Store data that a message needs. */
export type Sharing = {
  appUrl: string;
  storeName: string;
  /** Initial language of the message. The sender's own interface language has no effect. */
  storeLocale: AppLocale;
  template: QuoteSettings['quoteMessage'];
  /** Called after another template was saved. */
  onTemplate: (template: QuoteSettings['quoteMessage']) => void;
  saveSettings: SaveSettings;
};

/** Quote and customer of the message. */
export type SharedQuote = {
  number: string;
  /** Token of the quote's link. */
  token: string;
  customer: { name: string; phone: string };
  total: Money;
  /** Last valid day in the store's time zone (YYYY-MM-DD). */
  until: string;
};

type ShareQuoteProps = { installId: string; quote: SharedQuote; sharing: Sharing };

/** Maximum length of a template that the server accepts. */
const templateMax = 1_000;

/** Link with a message that the user can edit, then send by WhatsApp or copy. Nothing is sent automatically. */
export function ShareQuote({ installId, quote, sharing }: ShareQuoteProps) {
  const t = useTranslations('quotes.share');
  const toast = useToast();
  const [language, setLanguage] = useState(sharing.storeLocale);
  // Message text that the user typed instead of the template, by language.
  const [typed, setTyped] = useState<Partial<Record<AppLocale, string>>>({});
  const settings = useSaveSettings(installId, sharing.saveSettings);

  const link = `${sharing.appUrl}/q/${quote.token}` + (language === 'en' ? '?lang=en' : '');
  const values = valuesOf(quote, { link, store: sharing.storeName, language });
  const message = typed[language] ?? fillMessage(sharing.template[language], values);
  const template = templateOf(message, values);
  const saveTemplate = async () => {
    const next = { ...sharing.template, [language]: template };
    if (!(await settings.save({ quoteMessage: next }))) return;
    sharing.onTemplate(next);
    toast({ text: t('stored') });
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
        <Button asChild variant="primary" className="max-sm:w-full">
          {/* The other site receives only the message: no referrer and no access to this window. */}
          <a href={whatsappAddress(quote.customer.phone, message)} target="_blank" rel="noopener noreferrer">
            <MessageCircle aria-hidden className="size-4" />
            {t('whatsapp')}
          </a>
        </Button>
        <CopyButton text={message} label={t('copyMessage')} />
        <CopyButton text={link} label={t('copyLink')} />
        {template !== sharing.template[language] && (
          <Button
            variant="quiet"
            pending={settings.isSaving}
            disabled={template.length > templateMax}
            onClick={() => void saveTemplate()}
          >
            {t('keep')}
          </Button>
        )}
      </div>
      {settings.problem !== null && !settings.isSaving && (
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

type ValuesAt = { link: string; store: string; language: AppLocale };

function valuesOf(quote: SharedQuote, { link, store, language }: ValuesAt): MessageValues {
  const locale = intlLocale(language);
  const day = new Date(`${quote.until}T12:00:00Z`);
  return {
    link,
    store,
    number: quote.number,
    name: quote.customer.name,
    total: formatMoney(quote.total, locale),
    until: new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(day),
  };
}

/** WhatsApp URL of a chat with a prepared message. The phone number has digits only. */
function whatsappAddress(phone: string, message: string): string {
  return `https://wa.me/${phone.replace(/\D/g, '')}?text=${encodeURIComponent(message)}`;
}
