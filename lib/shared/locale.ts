/** Languages of the screens. Arabic is the default, also for an unknown language. */
export const locales = ['ar', 'en'] as const;
export type AppLocale = (typeof locales)[number];
export const defaultLocale: AppLocale = 'ar';

/** Digits of Arabic screens by their Unicode names: 123 (latn) or ١٢٣ (arab). English screens always use latn. */
export const digitSystems = ['latn', 'arab'] as const;
export type DigitSystem = (typeof digitSystems)[number];

/** Returns the language of the screens for a language tag of the platform or of a browser ("en-US", "ar_SY", null). */
export function appLocale(tag: string | null | undefined): AppLocale {
  const language = tag?.toLowerCase().split(/[-_]/)[0];
  return locales.find((locale) => locale === language) ?? defaultLocale;
}

/** Returns the text direction of a page in this language. */
export function directionOf(locale: AppLocale): 'rtl' | 'ltr' {
  return locale === 'ar' ? 'rtl' : 'ltr';
}

/** Countries (ISO 3166) whose Arabic month names are the Levantine ones. */
const levant = ['SY', 'LB', 'JO', 'PS', 'IQ'];

/**
 * Returns the language tag for Intl. The tag sets the digits: Latin, unless the user chose Arabic-Indic digits. Without
 * it, the digits would depend on the device. `country` is that of the store (ISO 3166) and decides the Arabic month
 * names: آذار in the Levant and if it is unknown, مارس elsewhere. Only these two regions are used, because other
 * regions also change the decimal sign or the calendar.
 */
export function intlLocale(
  locale: AppLocale,
  country: string | null = null,
  digits: DigitSystem = 'latn',
): string {
  if (locale === 'en') return 'en-u-nu-latn';
  return `ar-${country === null || levant.includes(country) ? 'SY' : 'KW'}-u-nu-${digits}`;
}

/** Returns whether a language tag is one of intlLocale, so that it has the digits and the region already. */
export const isIntlLocale = (tag: string): boolean => tag.includes('-u-nu-');

/** Returns the digits of a language tag of intlLocale; Latin for any other tag. */
export function digitsOf(tag: string | null | undefined): DigitSystem {
  return tag?.endsWith('-u-nu-arab') ? 'arab' : 'latn';
}
