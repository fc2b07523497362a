/**
 * The languages of the screens, with their text direction. Arabic is the default, and it is also used if the language
 * is unknown. docs/recipes/add-a-language.md lists the files that a new language needs.
 */
const directions = { ar: 'rtl', en: 'ltr' } as const;
export type AppLocale = keyof typeof directions;
export const locales = Object.keys(directions) as AppLocale[];
export const defaultLocale: AppLocale = 'ar';

/**
 * The two languages in which every text exists. Quotes, documents, the name of the brand and the names of provinces
 * have only these two languages. If a further language has no text, the English text is used.
 */
export const baseLocales = ['ar', 'en'] as const;
export type BaseLocale = (typeof baseLocales)[number];

/**
 * Digits on Arabic screens, by their Unicode names: 123 (latn) or ١٢٣ (arab). Screens in other languages always use
 * latn.
 */
export const digitSystems = ['latn', 'arab'] as const;
export type DigitSystem = (typeof digitSystems)[number];

/** Returns the language of the screens for a language tag of the platform or a browser, such as "en-US" or "ar_SY". */
export function appLocale(tag: string | null | undefined): AppLocale {
  const language = tag?.toLowerCase().split(/[-_]/)[0];
  return locales.find((locale) => locale === language) ?? defaultLocale;
}

/** Returns the name of each language in that language and in its script: "العربية", "English". */
export function languageNames(): Record<AppLocale, string> {
  const names = locales.map((locale) => [
    locale,
    new Intl.DisplayNames([locale], { type: 'language' }).of(locale),
  ]);
  return Object.fromEntries(names) as Record<AppLocale, string>;
}

/**
 * Returns the base language for a language tag of the platform or a browser, such as "en-US" or "ar_SY". Use it for
 * texts that exist only in the two base languages.
 */
export function baseLocale(tag: string | null | undefined): BaseLocale {
  return appLocale(tag) === 'ar' ? 'ar' : 'en';
}

/** Returns the text direction of a page in the language. */
export function directionOf(locale: AppLocale): 'rtl' | 'ltr' {
  return directions[locale];
}

/**
 * Parts of a date, of a time, and of a date with its time, for Intl. With these parts, every date has the name of its
 * month. In Arabic, `dateStyle: 'medium'` would write the month as a number, unlike the other dates on the screen.
 */
export const dateParts = { day: 'numeric', month: 'short', year: 'numeric' } as const;
export const timeParts = { hour: 'numeric', minute: '2-digit' } as const;
export const dateTimeParts = { ...dateParts, ...timeParts } as const;

/** Countries (ISO 3166) whose Arabic month names are the Levantine ones. */
const levant = ['SY', 'LB', 'JO', 'PS', 'IQ'];

/**
 * Returns the language tag for Intl.
 *
 * - The tag names the digits, because otherwise the device would choose them. They are Arabic-Indic if the user chose
 *   these, and Latin if not.
 * - The country of the store (ISO 3166) decides the Arabic month names: آذار in the Levant and if the country is
 *   unknown, مارس elsewhere.
 * - Only the regions SY and KW are used, because other regions also change the decimal sign or the calendar.
 */
export function intlLocale(
  locale: AppLocale,
  country: string | null = null,
  digits: DigitSystem = 'latn',
): string {
  if (locale !== 'ar') return `${locale}-u-nu-latn`;
  return `ar-${country === null || levant.includes(country) ? 'SY' : 'KW'}-u-nu-${digits}`;
}

/** Returns true if a language tag comes from intlLocale, so that it already contains the digits and the region. */
export const isIntlLocale = (tag: string): boolean => tag.includes('-u-nu-');

/** Returns the digits in a language tag from intlLocale; Latin for any other tag. */
export function digitsOf(tag: string | null | undefined): DigitSystem {
  return tag?.endsWith('-u-nu-arab') ? 'arab' : 'latn';
}
