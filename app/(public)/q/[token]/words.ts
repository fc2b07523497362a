import { html } from 'hono/html';
import { type AppLocale, intlLocale } from '@/lib/shared/locale';
import { formatMoney, type Money } from '@/lib/shared/numbers/money';
import ar from '@/messages/ar.json';
import en from '@/messages/en.json';

/** What hono/html makes: text with every inserted value escaped. */
export type Html = ReturnType<typeof html>;

const messages: Record<AppLocale, typeof ar> = { ar, en };

/** What a translator needs, but for its namespace. No request is at hand here, as next-intl's own would need one. */
export const words = (locale: AppLocale) => ({ locale: intlLocale(locale), messages: messages[locale] });

/** Text whose direction is its own: names, numbers, phones. */
export const isolated = (text: string): Html => html`<bdi>${text}</bdi>`;

export const amount = (money: Money, locale: AppLocale): Html =>
  html`<bdi class="money">${formatMoney(money, intlLocale(locale))}</bdi>`;

/** A calendar day (YYYY-MM-DD), which is the same one wherever it is read. */
export function dayInWords(day: string, locale: AppLocale): Html {
  const format = new Intl.DateTimeFormat(intlLocale(locale), {
    ...{ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' },
  });
  return html`<time datetime="${day}">${format.format(new Date(`${day}T00:00:00Z`))}</time>`;
}

/** The hour of an instant where the store is. */
export function hourInWords(at: Date, timeZone: string, locale: AppLocale): Html {
  const format = new Intl.DateTimeFormat(intlLocale(locale), { timeStyle: 'short', timeZone });
  return html`<time datetime="${at.toISOString()}"><bdi>${format.format(at)}</bdi></time>`;
}

/** Where no tag can hold a direction (a title, a link's preview), the marks that turn it are left out. */
export const withoutDirections = (text: string) =>
  text.replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '');
