import { z } from 'zod';
import { digitSystems, locales } from './locale';
import { type ScreenChoice, themes, xraySwitch } from './screen-words';

/** Schema of the screen settings that a user can choose in a browser: language, digits, theme and X-ray. */
export const ScreenWords = z.object({
  language: z.enum(locales).nullable(),
  digits: z.enum(digitSystems).nullable(),
  theme: z.enum(themes).nullable(),
  xray: z.enum(xraySwitch).nullable(),
}) satisfies z.ZodType<ScreenChoice>;

/** Word in the cookie that means that the user has not chosen the setting. */
const unchosen = '-';

/**
 * Returns the screen settings as the text of their cookie: four words that are separated by dots, such as
 * "ar.arab.dark.-" or "-.-.light.on".
 */
export function screenChoiceText({ language, digits, theme, xray }: ScreenChoice): string {
  return [language, digits, theme, xray].map((word) => word ?? unchosen).join('.');
}

/**
 * Parses the cookie of the screen settings. A user can write any text into a cookie, so an invalid word counts as not
 * chosen.
 */
export function readScreenChoice(text: string | undefined): ScreenChoice {
  const [language, digits, theme, xray] = text?.split('.', 4) ?? [];
  const { shape } = ScreenWords;
  return {
    language: shape.language.catch(null).parse(language),
    digits: shape.digits.catch(null).parse(digits),
    theme: shape.theme.catch(null).parse(theme),
    xray: shape.xray.catch(null).parse(xray),
  };
}
