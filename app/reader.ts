import { cookies, headers } from 'next/headers';
import { sentScreenChoice } from '@/lib/installs/sign-in/screen-cookie.server';
import { type AppLocale, appLocale } from '@/lib/shared/locale';
import type { ScreenChoice } from '@/lib/shared/screen-words';

/** Reads the screen choices stored in the requesting browser's cookies. */
export async function readerChoice(): Promise<ScreenChoice> {
  return sentScreenChoice((await cookies()).getAll());
}

/**
 * The language for pages where no store is known: the user's choice, or else the browser's. It is Arabic unless the
 * browser prefers English.
 */
export async function readerLocale(): Promise<AppLocale> {
  const preferred = (await headers()).get('accept-language')?.split(/[,;]/)[0];
  return (await readerChoice()).language ?? appLocale(preferred);
}
