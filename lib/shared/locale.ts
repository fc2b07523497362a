/** Languages of every screen. Arabic is the first: whatever is unknown becomes it. */
export const locales = ['ar', 'en'] as const;
export type AppLocale = (typeof locales)[number];
export const defaultLocale: AppLocale = 'ar';

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
 * The tag Intl formats with: Latin digits whatever the reader's system says, and the month names of Syria
 * (آذار, not مارس).
 */
export function intlLocale(locale: AppLocale): string {
  return locale === 'ar' ? 'ar-SY-u-nu-latn' : 'en-u-nu-latn';
}
