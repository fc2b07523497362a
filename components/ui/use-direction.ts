import { useLocale } from 'next-intl';
import { appLocale, directionOf } from '@/lib/shared/locale';

/**
 * Returns the text direction of the user's language. Elements that are rendered directly into the body need it, because
 * they do not inherit the direction of the screen.
 */
export const useDirection = (): 'rtl' | 'ltr' => directionOf(appLocale(useLocale()));
