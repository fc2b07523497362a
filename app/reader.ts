import { cookies, headers } from 'next/headers';
import { sentScreenChoice } from '@/lib/installs/sign-in/screen-cookie.server';
import { type AppLocale, appLocale } from '@/lib/shared/locale';
import type { ScreenChoice } from '@/lib/shared/screen-words';

/** Reads the user's screen settings (language, digits, colors) from the cookies of the request. */
export async function readerChoice(): Promise<ScreenChoice> {
  return sentScreenChoice((await cookies()).getAll());
}

/**
 * Returns the language for pages that are shown before the store is known: the language that the user chose. If the
 * user chose none, the language is English if the browser prefers English, and Arabic if not.
 */
export async function readerLocale(): Promise<AppLocale> {
  const preferred = (await headers()).get('accept-language')?.split(/[,;]/)[0];
  return (await readerChoice()).language ?? appLocale(preferred);
}
