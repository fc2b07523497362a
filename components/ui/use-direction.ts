import { useLocale } from 'next-intl';
import { appLocale, directionOf } from '@/lib/shared/locale';

/** Which way the reader's language runs, for what hangs in the page's body and so beside what says it. */
export const useDirection = (): 'rtl' | 'ltr' => directionOf(appLocale(useLocale()));
