import { html } from 'hono/html';
import { createTranslator } from 'next-intl';
import type { AppLocale } from '@/lib/shared/locale';
import type { StoreContact } from '@/lib/shared/messages/store-contact';
import { whatsappUrl } from '@/lib/shared/messages/whatsapp-url';
import { readPhone } from '@/lib/shared/phone';
import { type Html, isolated, words } from './words';

type Shown = {
  contact: StoreContact;
  locale: AppLocale;
  /** Text with which the customer's message begins, such as the number of the quote. */
  message: string;
};

/**
 * Renders the card with which a customer reaches the store. WhatsApp opens only an international number, so a local
 * number has only the link for calls. Returns null if the store has saved no contact details.
 */
export function storeContact({ contact, locale, message }: Shown): Html | null {
  const { phone, address, footer } = contact;
  if (phone === '' && address === '' && footer === '') return null;
  const t = createTranslator({ ...words(locale), namespace: 'linkPage.contact' });
  const reading = readPhone(phone, null);
  const chat = reading.ok ? whatsappUrl(reading.e164, message) : null;
  const number = reading.ok ? reading.e164 : phone.replace(/[^\d+]/g, '');
  return html`<section class="card" aria-labelledby="contact">
<h2 id="contact">${t('title')}</h2>
${
  phone !== '' &&
  html`<p class="with-button">
${chat && html`<a class="button" href="${chat}" target="_blank" rel="noopener noreferrer">${t('message')}</a>`}
<a class="button" href="tel:${number}">${t('call')} <bdi class="number" dir="ltr">${phone}</bdi></a>
</p>`
}
${address !== '' && html`<p class="lines-of-text">${isolated(address)}</p>`}
${footer !== '' && html`<p class="lines-of-text soft small" dir="auto">${footer}</p>`}
</section>`;
}
