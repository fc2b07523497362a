/** Languages of every screen. Arabic is the first: whatever is unknown becomes it. */
export const locales = ['ar', 'en'] as const;
export type AppLocale = (typeof locales)[number];
export const defaultLocale: AppLocale = 'ar';

/** Digits of Arabic screens, as Unicode names them: 123 or ١٢٣. English ones are written with the first. */
export const digitSystems = ['latn', 'arab'] as const;
export type DigitSystem = (typeof digitSystems)[number];

/** The language we have for a tag as the platform or a browser writes it ("en-US", "ar_SY", null). */
export function appLocale(tag: string | null | undefined): AppLocale {
  const language = tag?.toLowerCase().split(/[-_]/)[0];
  return locales.find((locale) => locale === language) ?? defaultLocale;
}

/** Direction of the page. */
export function directionOf(locale: AppLocale): 'rtl' | 'ltr' {
  return locale === 'ar' ? 'rtl' : 'ltr';
}

/**
 * The tag Intl formats with: Latin digits whatever the reader's system says, unless Arabic-Indic ones were chosen, and
 * the month names of Syria (آذار, not مارس).
 */
export function intlLocale(locale: AppLocale, digits: DigitSystem = 'latn'): string {
  return locale === 'ar' ? `ar-SY-u-nu-${digits}` : 'en-u-nu-latn';
}

/** The digits of a tag that intlLocale made; of any other, Latin ones. */
export function digitsOf(tag: string | null | undefined): DigitSystem {
  return tag?.endsWith('-u-nu-arab') ? 'arab' : 'latn';
}
