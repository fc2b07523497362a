import { getTranslations } from 'next-intl/server';
import { EntryCard } from '@/components/entry/entry-card';
import { ToAdmin } from '@/components/entry/to-admin';
import { env } from '@/lib/system/env';
import { directionOf } from '@/lib/shared/locale';
import { readerChoice, readerLocale } from '@/app/reader';
import { fontClasses } from '@/app/fonts';
import '@/app/globals.css';

/**
 * Page for an unknown URL, for which no store is known. The page uses the language that the user chose; if the user
 * chose none, it uses the browser's language.
 */
export default async function GlobalNotFound() {
  const { theme } = await readerChoice();
  const locale = await readerLocale();
  const t = await getTranslations({ locale, namespace: 'entry.notFound' });
  return (
    <html lang={locale} dir={directionOf(locale)} className={fontClasses} data-theme={theme ?? undefined}>
      <body>
        <EntryCard title={t('title')} body={t('body')}>
          <ToAdmin href={env().PLATFORM_ADMIN_ORIGIN} label={t('toAdmin')} />
        </EntryCard>
      </body>
    </html>
  );
}
