import { getTranslations } from 'next-intl/server';
import { EntryCard } from '@/components/entry/entry-card';
import { ToAdmin } from '@/components/entry/to-admin';
import { env } from '@/lib/system/env';

/** Page at the root URL of the app. The page explains that the app is used inside the store admin. */
export default async function HomePage() {
  const t = await getTranslations('entry.home');
  return (
    <EntryCard title={t('title')} body={t('body')}>
      <ToAdmin href={env().PLATFORM_ADMIN_ORIGIN} label={t('toAdmin')} />
    </EntryCard>
  );
}
