import { getTranslations } from 'next-intl/server';
import { EntryCard } from '@/components/entry/entry-card';

/** Page at the root URL of the app. It explains that the app is used inside the store admin. */
export default async function HomePage() {
  const t = await getTranslations('entry.home');
  return <EntryCard title={t('title')} body={t('body')} />;
}
