/** Languages of the screens. Arabic is the default, and it is also used if the language is unknown. */
export const locales = ['ar', 'en'] as const;
export type AppLocale = (typeof locales)[number];
export const defaultLocale: AppLocale = 'ar';

/** Digits on Arabic screens, by their Unicode names: 123 (latn) or ١٢٣ (arab). English screens always use latn. */
export const digitSystems = ['latn', 'arab'] as const;
export type DigitSystem = (typeof digitSystems)[number];

/** Returns the language of the screens for a language tag of the platform or a browser, such as "en-US" or "ar_SY". */
export function appLocale(tag: string | null | undefined): AppLocale {
  const language = tag?.toLowerCase().split(/[-_]/)[0];
  return locales.find((locale) => locale === language) ?? defaultLocale;
}

/** Returns the text direction of a page in this language. */
export function directionOf(locale: AppLocale): 'rtl' | 'ltr' {
  return locale === 'ar' ? 'rtl' : 'ltr';
}

/**
 * Parts of a date and of a date with its time, for Intl. They write the name of the month. In Arabic,
 * `dateStyle: 'medium'` would write its number, while other dates on the same screen have the name.
 */
export const dateParts = { day: 'numeric', month: 'short', year: 'numeric' } as const;
export const dateTimeParts = { ...dateParts, hour: 'numeric', minute: '2-digit' } as const;

/** Countries (ISO 3166) whose Arabic month names are the Levantine ones. */
const levant = ['SY', 'LB', 'JO', 'PS', 'IQ'];

/**
 * Returns the language tag for Intl. The tag names the digits: Latin, unless the user chose Arabic-Indic
 * digits. Without the digits in the tag, the device would choose them. The country of the store (ISO 3166)
 * decides the Arabic month names: آذار in the Levant and if the country is unknown, مارس elsewhere. Only the
 * regions SY and KW are used, because other regions also change the decimal sign or the calendar.
 */
export function intlLocale(
  locale: AppLocale,
  country: string | null = null,
  digits: DigitSystem = 'latn',
): string {
  if (locale === 'en') return 'en-u-nu-latn';
  return `ar-${country === null || levant.includes(country) ? 'SY' : 'KW'}-u-nu-${digits}`;
}

/** Whether a language tag comes from intlLocale, so that it already contains the digits and the region. */
export const isIntlLocale = (tag: string): boolean => tag.includes('-u-nu-');

/** Returns the digits in a language tag from intlLocale; Latin for any other tag. */
export function digitsOf(tag: string | null | undefined): DigitSystem {
  return tag?.endsWith('-u-nu-arab') ? 'arab' : 'latn';
}
