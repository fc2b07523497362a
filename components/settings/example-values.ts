import { type BaseLocale, intlLocale } from '@/lib/shared/locale';
import type { MessageValues } from '@/lib/shared/messages/message-templates';
import { formatMoney } from '@/lib/shared/numbers/money';

/** Facts about the store that appear in the example of a message. */
export type ExampleStore = { name: string; country: string | null; currency: string; decimals: number };

const texts = {
  ar: { name: 'سارة', items: ['2 × قميص قطن', '1 × حقيبة جلد'], carrier: 'البريد السريع' },
  en: { name: 'Sara', items: ['2 × Cotton shirt', '1 × Leather bag'], carrier: 'Fast Express' },
} as const;

/** Returns values of an invented customer and order, for the preview of a message. */
export function exampleValues(store: ExampleStore, language: BaseLocale): MessageValues {
  const locale = intlLocale(language, store.country);
  const { currency, decimals } = store;
  const until = new Date('2030-01-15T12:00:00Z');
  return {
    ...texts[language],
    items: [...texts[language].items],
    number: '1042',
    total: formatMoney({ amount_minor: 125 * 10 ** decimals, currency, decimals }, locale),
    tracking: 'TRK-204815',
    trackingLink: 'https://…/TRK-204815',
    until: new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(until),
    store: store.name,
    link: 'https://…/q/…',
  };
}
