import { arabic } from './arabic';
import { english } from './english';
import type { Language } from '@/sandbox/admin/text';
import type { Texts } from './text';

/** The texts of the developer portal, by language. */
export const portalTexts: Record<Language, Texts> = { ar: arabic, en: english };
