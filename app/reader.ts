import { cookies, headers } from 'next/headers';
import { sentScreenChoice } from '@/lib/installs/sign-in/screen-cookie.server';
import { type AppLocale, appLocale } from '@/lib/shared/locale';
import type { ScreenChoice } from '@/lib/shared/screen-words';

/** What was chosen in the browser that asks. */
export async function readerChoice(): Promise<ScreenChoice> {
  return sentScreenChoice((await cookies()).getAll());
}

/** The language of whoever asks where no store is known: as was chosen, else the browser's, Arabic unless that is English. */
export async function readerLocale(): Promise<AppLocale> {
  const preferred = (await headers()).get('accept-language')?.split(/[,;]/)[0];
  return (await readerChoice()).language ?? appLocale(preferred);
}
