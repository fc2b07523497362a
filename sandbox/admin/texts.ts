import { arabic } from './arabic';
import { english } from './english';
import type { Language, Texts } from './text';

/** The texts of the store admin and of the consent page, by language. A page uses the language of its store. */
export const texts: Record<Language, Texts> = { ar: arabic, en: english };
