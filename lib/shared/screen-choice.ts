import { z } from 'zod';
import { digitSystems, locales } from './locale';
import { type ScreenChoice, themes } from './screen-words';

/** The three words, as whoever is at a browser may choose them. */
export const ScreenWords = z.object({
  language: z.enum(locales).nullable(),
  digits: z.enum(digitSystems).nullable(),
  theme: z.enum(themes).nullable(),
}) satisfies z.ZodType<ScreenChoice>;

/** Stands for what was not chosen. */
const unchosen = '-';

/** Three words, as the cookie holds them: "ar.arab.dark", "-.-.light". */
export function screenChoiceText({ language, digits, theme }: ScreenChoice): string {
  return [language, digits, theme].map((word) => word ?? unchosen).join('.');
}

/** The way back. Whoever has the browser can write the text: each word that is none of ours counts as not chosen. */
export function readScreenChoice(text: string | undefined): ScreenChoice {
  const [language, digits, theme] = text?.split('.', 3) ?? [];
  const { shape } = ScreenWords;
  return {
    language: shape.language.catch(null).parse(language),
    digits: shape.digits.catch(null).parse(digits),
    theme: shape.theme.catch(null).parse(theme),
  };
}
