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
import { quoteLink } from '@/lib/quotes/acceptance/quote-link';
import { type AppLocale, directionOf, intlLocale } from '@/lib/shared/locale';
import { formatMoney, type Money } from '@/lib/shared/numbers/money';
import { type QuoteSettings, type SaveSettings, useSaveSettings } from './use-save-settings';

/** What a message is made with, of the store. */
export type Sharing = {
  appUrl: string;
  storeName: string;
  /** The language of the message until another is picked, whatever its sender reads. */
  storeLocale: AppLocale;
  template: QuoteSettings['quoteMessage'];
  /** Another template was kept. */
  onTemplate: (template: QuoteSettings['quoteMessage']) => void;
  saveSettings: SaveSettings;
};

/** What is sent, and to whom. */
export type SharedQuote = {
  number: string;
  /** Of its link. */
  token: string;
  customer: { name: string; phone: string };
  total: Money;
  /** Its last day, where the store is (YYYY-MM-DD). */
  until: string;
};

type ShareQuoteProps = { installId: string; quote: SharedQuote; sharing: Sharing };

/** What the server takes of a template. */
const templateMax = 1_000;

/** The link with a message beside it, to be looked over, then sent by WhatsApp or copied. Nothing is sent by itself. */
export function ShareQuote({ installId, quote, sharing }: ShareQuoteProps) {
  const t = useTranslations('quotes.share');
  const toast = useToast();
  const [language, setLanguage] = useState(sharing.storeLocale);
  // What was typed over the template's words, in either language.
  const [typed, setTyped] = useState<Partial<Record<AppLocale, string>>>({});
  const settings = useSaveSettings(installId, sharing.saveSettings);

  const link = quoteLink(sharing.appUrl, quote.token) + (language === 'en' ? '?lang=en' : '');
  const values = valuesOf(quote, { link, store: sharing.storeName, language });
  const message = typed[language] ?? fillMessage(sharing.template[language], values);
  const template = templateOf(message, values);
  const saveTemplate = async () => {
    const next = { ...sharing.template, [language]: template };
    if (!(await settings.save({ quoteMessage: next }))) return;
    sharing.onTemplate(next);
    toast({ text: t('kept') });
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
        <Button asChild look="primary" className="max-sm:w-full">
          {/* To another site, and with it nothing of ours but the message: no address of this page, no hold on it. */}
          <a href={whatsappAddress(quote.customer.phone, message)} target="_blank" rel="noopener noreferrer">
            <MessageCircle aria-hidden className="size-4" />
            {t('whatsapp')}
          </a>
        </Button>
        <CopyButton text={message} label={t('copyMessage')} />
        <CopyButton text={link} label={t('copyLink')} />
        {template !== sharing.template[language] && (
          <Button
            look="quiet"
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
          <p>{t('notKept')}</p>
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
    ...{ link, store, number: quote.number, name: quote.customer.name },
    total: formatMoney(quote.total, locale),
    until: new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(day),
  };
}

/** WhatsApp's own address of a chat with a message in it; the phone in digits alone. */
function whatsappAddress(phone: string, message: string): string {
  return `https://wa.me/${phone.replace(/\D/g, '')}?text=${encodeURIComponent(message)}`;
}
