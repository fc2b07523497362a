import { z } from 'zod';
import { digitSystems, locales } from './locale';
import { namesAnswers, type ScreenChoice, themes, xraySwitch } from './screen-words';

/** Schema of the screen settings that a user can choose in a browser: language, digits, theme, X-ray, and an answer. */
export const ScreenWords = z.object({
  language: z.enum(locales).nullable(),
  digits: z.enum(digitSystems).nullable(),
  theme: z.enum(themes).nullable(),
  xray: z.enum(xraySwitch).nullable(),
  names: z.enum(namesAnswers).nullable(),
}) satisfies z.ZodType<ScreenChoice>;

/** Word in the cookie that means that the user has not chosen the setting. */
const unchosen = '-';

/**
 * Returns the screen settings as the text of their cookie: four or five words that are separated by dots, such as
 * "ar.arab.dark.-", "-.-.light.on" or "-.-.-.-.later".
 */
export function screenChoiceText({ language, digits, theme, xray, names }: ScreenChoice): string {
  const words = [language, digits, theme, xray, ...(names === null ? [] : [names])];
  return words.map((word) => word ?? unchosen).join('.');
}

/**
 * Parses the cookie of the screen settings. A user can write any text into a cookie, so an invalid word counts as not
 * chosen.
 */
export function readScreenChoice(text: string | undefined): ScreenChoice {
  const [language, digits, theme, xray, names] = text?.split('.', 5) ?? [];
  const { shape } = ScreenWords;
  return {
    language: shape.language.catch(null).parse(language),
    digits: shape.digits.catch(null).parse(digits),
    theme: shape.theme.catch(null).parse(theme),
    xray: shape.xray.catch(null).parse(xray),
    names: shape.names.catch(null).parse(names),
  };
}
