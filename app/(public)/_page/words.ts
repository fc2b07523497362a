import { html } from 'hono/html';
import { createTranslator } from 'next-intl';
import { catalogues } from '@/app/catalogues';
import { type AppLocale, intlLocale } from '@/lib/shared/locale';
import { formatMoney, type Money } from '@/lib/shared/numbers/money';

/** The return type of the hono/html tag: HTML in which every inserted value is escaped. */
export type Html = ReturnType<typeof html>;

/**
 * Returns the options for createTranslator of next-intl, except the namespace. The usual functions of next-intl cannot
 * be used, because a route handler has no request context of next-intl.
 */
export const words = (locale: AppLocale) => ({ locale: intlLocale(locale), messages: catalogues[locale] });

/**
 * Wraps text such as a name, number or phone in a bdi element, so that its direction does not affect the text around
 * it.
 */
export const isolated = (text: string): Html => html`<bdi>${text}</bdi>`;

export const amount = (money: Money, locale: AppLocale): Html =>
  html`<bdi class="money">${formatMoney(money, intlLocale(locale))}</bdi>`;

/** Shows a sum that a driver collects. `isAtMost`: the sum is an upper limit. */
export function sumText({ money, isAtMost }: { money: Money; isAtMost: boolean }, locale: AppLocale): Html {
  const t = createTranslator({ ...words(locale), namespace: 'driverPage' });
  const shown = amount(money, locale);
  return isAtMost ? html`${t.rich('atMost', { amount: () => shown })}` : shown;
}

/**
 * Formats a calendar day (YYYY-MM-DD) in words. A calendar day does not depend on a time zone. `country` is the country
 * of the store (ISO 3166); the Arabic names of the months differ between countries.
 */
export function dayInWords(day: string, locale: AppLocale, country: string): Html {
  const format = new Intl.DateTimeFormat(intlLocale(locale, country), {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  return html`<time datetime="${day}">${format.format(new Date(`${day}T00:00:00Z`))}</time>`;
}

/** Formats an instant as a time of day in the store's time zone. */
export function hourInWords(at: Date, timeZone: string, locale: AppLocale): Html {
  const format = new Intl.DateTimeFormat(intlLocale(locale), { timeStyle: 'short', timeZone });
  return html`<time datetime="${at.toISOString()}"><bdi>${format.format(at)}</bdi></time>`;
}

/** Removes Unicode direction marks from a text. A title or a link preview must not contain them. */
export const withoutDirections = (text: string) =>
  text.replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '');
