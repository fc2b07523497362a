import { z } from 'zod';
import { digitSystems, locales } from './locale';
import { type ScreenChoice, themes, xraySwitch } from './screen-words';

/** The values that a user may choose in a browser. */
export const ScreenWords = z.object({
  language: z.enum(locales).nullable(),
  digits: z.enum(digitSystems).nullable(),
  theme: z.enum(themes).nullable(),
  xray: z.enum(xraySwitch).nullable(),
}) satisfies z.ZodType<ScreenChoice>;

/** The word in the cookie for a value that was not chosen. */
const unchosen = '-';

/** Writes the choice as the four words of the cookie: "ar.arab.dark.-", "-.-.light.on". */
export function screenChoiceText({ language, digits, theme, xray }: ScreenChoice): string {
  return [language, digits, theme, xray].map((word) => word ?? unchosen).join('.');
}

/**
 * Parses the four words of the cookie. Anyone with the browser can write the cookie, so each invalid word counts as not
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
