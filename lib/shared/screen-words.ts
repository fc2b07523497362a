import { type AppLocale, type DigitSystem, intlLocale } from './locale';

/** Colour themes that a user can choose. Without a choice, the theme of the device is used. */
export const themes = ['light', 'dark'] as const;

/**
 * Values of the setting X-ray. If it is on, screens show which queries and endpoints are behind their parts
 * (docs/decisions/x-ray.md).
 */
export const xraySwitch = ['on'] as const;

/** Answer of a user who does not want to be asked again whether orders should show the names of customers. */
export const namesAnswers = ['later'] as const;

/**
 * Screen settings of a user in one browser, for all stores. Null means that the user has not chosen the setting. Then
 * the default of the store or the device is used, and the X-ray is off.
 */
export type ScreenChoice = {
  language: AppLocale | null;
  /** Digits of Arabic screens; null for Latin digits. */
  digits: DigitSystem | null;
  theme: (typeof themes)[number] | null;
  xray: (typeof xraySwitch)[number] | null;
  /** Answer to the question on the orders list whether to show names; null if the user has not answered it. */
  names: (typeof namesAnswers)[number] | null;
};

/** Screen settings of a user who has not chosen anything. */
export const nothingChosen: ScreenChoice = {
  language: null,
  digits: null,
  theme: null,
  xray: null,
  names: null,
};

/**
 * Returns the language tag for the numbers and dates that a user sees. `country` is the country of the store; null if
 * it is unknown.
 */
export function readerTag(locale: AppLocale, { digits }: ScreenChoice, country: string | null): string {
  return intlLocale(locale, country, digits ?? undefined);
}
