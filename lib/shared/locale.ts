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

/**
 * Returns the language tag for Intl. The tag sets the digits: Latin, unless the user chose Arabic-Indic digits. Without
 * it, the digits would depend on the device. Month names are those of Syria (آذار, not مارس).
 */
export function intlLocale(locale: AppLocale, digits: DigitSystem = 'latn'): string {
  return locale === 'ar' ? `ar-SY-u-nu-${digits}` : 'en-u-nu-latn';
}

/** Returns the digits of a language tag of intlLocale; Latin for any other tag. */
export function digitsOf(tag: string | null | undefined): DigitSystem {
  return tag?.endsWith('-u-nu-arab') ? 'arab' : 'latn';
}
