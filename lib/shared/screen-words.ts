import { type AppLocale, type DigitSystem, intlLocale } from './locale';

/** Colour themes that a user can choose. Without a choice, screens use the theme of the device. */
export const themes = ['light', 'dark'] as const;

/**
 * Setting of the X-ray: whether screens can show which queries and endpoints are behind their parts
 * (docs/decisions/x-ray.md).
 */
export const xraySwitch = ['on'] as const;

/**
 * Screen settings of one user in one browser, for all stores. null means not chosen: the default of the store or of the
 * device applies, or the X-ray is off.
 */
export type ScreenChoice = {
  language: AppLocale | null;
  /** Digits of Arabic screens. Latin digits, unless the user chose others. */
  digits: DigitSystem | null;
  theme: (typeof themes)[number] | null;
  xray: (typeof xraySwitch)[number] | null;
};

/** Screen settings of a user who has chosen nothing. */
export const nothingChosen: ScreenChoice = { language: null, digits: null, theme: null, xray: null };

/**
 * Returns the language tag with which the screens of a user format numbers and dates. `country` is that of the store;
 * null if the store is unknown.
 */
export function readerTag(locale: AppLocale, { digits }: ScreenChoice, country: string | null): string {
  return intlLocale(locale, country, digits ?? undefined);
}
