import { z } from 'zod';
import { digitSystems, locales } from './locale';
import { type ScreenChoice, themes, xraySwitch } from './screen-words';

/** The four words, as whoever is at a browser may choose them. */
export const ScreenWords = z.object({
  language: z.enum(locales).nullable(),
  digits: z.enum(digitSystems).nullable(),
  theme: z.enum(themes).nullable(),
  xray: z.enum(xraySwitch).nullable(),
}) satisfies z.ZodType<ScreenChoice>;

/** Stands for what was not chosen. */
const unchosen = '-';

/** Four words, as the cookie holds them: "ar.arab.dark.-", "-.-.light.on". */
export function screenChoiceText({ language, digits, theme, xray }: ScreenChoice): string {
  return [language, digits, theme, xray].map((word) => word ?? unchosen).join('.');
}

/** The way back. Whoever has the browser can write the text: each word that is none of ours counts as not chosen. */
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
