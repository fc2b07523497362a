import { type AppLocale, type DigitSystem, intlLocale } from './locale';

/** Colour themes of every screen, if the user does not use the device's theme. */
export const themes = ['light', 'dark'] as const;

/** Whether each screen can show which queries and endpoints are behind it (docs/decisions/x-ray.md). */
export const xraySwitch = ['on'] as const;

/**
 * The choices of one user in one browser for all screens. null means not chosen: the default of the store or the
 * device, or off.
 */
export type ScreenChoice = {
  language: AppLocale | null;
  /** Digits of Arabic screens; Latin unless chosen. */
  digits: DigitSystem | null;
  theme: (typeof themes)[number] | null;
  xray: (typeof xraySwitch)[number] | null;
};

/** The choice of a user who chose nothing. */
export const nothingChosen: ScreenChoice = { language: null, digits: null, theme: null, xray: null };

/** The language tag that formats a user's screens. */
export function readerTag(locale: AppLocale, { digits }: ScreenChoice): string {
  return intlLocale(locale, digits ?? undefined);
}
