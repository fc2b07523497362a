import { type AppLocale, type DigitSystem, intlLocale } from './locale';

/** Colours of every screen, where they are not the device's. */
export const themes = ['light', 'dark'] as const;

/** Whether each screen can say what stands behind it (docs/decisions/x-ray.md). */
export const xraySwitch = ['on'] as const;

/** What one person chose in one browser for all screens; null is not chosen: as the store is, or the device, or off. */
export type ScreenChoice = {
  language: AppLocale | null;
  /** Of Arabic screens; Latin ones unless chosen. */
  digits: DigitSystem | null;
  theme: (typeof themes)[number] | null;
  xray: (typeof xraySwitch)[number] | null;
};

/** Where nobody chose anything. */
export const nothingChosen: ScreenChoice = { language: null, digits: null, theme: null, xray: null };

/** The tag that a person's screens are written with. */
export function readerTag(locale: AppLocale, { digits }: ScreenChoice): string {
  return intlLocale(locale, digits ?? undefined);
}
