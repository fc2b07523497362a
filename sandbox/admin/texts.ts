import { arabic } from './arabic';
import { english } from './english';
import type { Language, Texts } from './text';

/** All texts of the admin and the consent page, by language. A page uses the store's language. */
export const texts: Record<Language, Texts> = { ar: arabic, en: english };
