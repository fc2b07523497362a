import { useLocale } from 'next-intl';
import { appLocale, directionOf } from '@/lib/shared/locale';

/**
 * Text direction of the user's language. Elements that are rendered directly in the body need it, because they do not
 * inherit it.
 */
export const useDirection = (): 'rtl' | 'ltr' => directionOf(appLocale(useLocale()));
