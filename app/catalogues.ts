import { withBrand } from '@/lib/shared/branding/with-brand';
import type { AppLocale } from '@/lib/shared/locale';
import ar from '@/messages/ar.json';
import en from '@/messages/en.json';

/** The translated texts of one language. */
export type Messages = typeof en;

/**
 * The translated texts of each language, with the name of the brand. Arabic and English have every text. Another
 * language may have only some texts. `withFallback(en, texts)` then takes the missing texts from English.
 */
export const catalogues: Record<AppLocale, Messages> = { ar: withBrand(ar), en: withBrand(en) };
