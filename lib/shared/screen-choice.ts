import { z } from 'zod';
import { digitSystems, locales } from './locale';
import { type ScreenChoice, themes, xraySwitch } from './screen-words';

/** Values of the screen settings that a user can choose for a browser: language, digits, theme and X-ray. */
export const ScreenWords = z.object({
  language: z.enum(locales).nullable(),
  digits: z.enum(digitSystems).nullable(),
  theme: z.enum(themes).nullable(),
  xray: z.enum(xraySwitch).nullable(),
}) satisfies z.ZodType<ScreenChoice>;

/** Word in the screen settings cookie for a setting that was not chosen. */
const unchosen = '-';

/** Returns the screen settings as the four words of their cookie: "ar.arab.dark.-", "-.-.light.on". */
export function screenChoiceText({ language, digits, theme, xray }: ScreenChoice): string {
  return [language, digits, theme, xray].map((word) => word ?? unchosen).join('.');
}

/**
 * Parses the four words of the screen settings cookie. The user of the browser can write any text into a cookie, so an
 * invalid word counts as not chosen.
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
