import { cookies, headers } from 'next/headers';
import { getTranslations } from 'next-intl/server';
import { EntryCard } from '@/components/entry/entry-card';
import { sentScreenChoice } from '@/lib/installs/screen-cookie.server';
import { appLocale, directionOf } from '@/lib/shared/locale';
import '@/app/globals.css';

/** An address that is no page of ours: no store is known, so the language is the one chosen, or the browser's. */
export default async function GlobalNotFound() {
  const { language, theme } = sentScreenChoice((await cookies()).getAll());
  const locale = language ?? appLocale((await headers()).get('accept-language')?.split(/[,;]/)[0]);
  const t = await getTranslations({ locale, namespace: 'entry.notFound' });
  return (
    <html lang={locale} dir={directionOf(locale)} data-theme={theme ?? undefined}>
      <body>
        <EntryCard title={t('title')} body={t('body')} />
      </body>
    </html>
  );
}
