import type { Language } from '@/sandbox/admin/text';
import { arabic } from './arabic';
import { english } from './english';
import type { Texts } from './text';

/** The texts of the tour, by language. */
export const tourTexts: Record<Language, Texts> = { ar: arabic, en: english };
