import { getTranslations } from 'next-intl/server';
import { EntryCard } from '@/components/entry/entry-card';

/** Shown at the app's own URL: the app is used inside the store admin. */
export default async function HomePage() {
  const t = await getTranslations('entry.home');
  return <EntryCard title={t('title')} body={t('body')} />;
}
