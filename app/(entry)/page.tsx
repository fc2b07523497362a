import { getTranslations } from 'next-intl/server';
import { EntryCard } from '@/components/entry/entry-card';

/** Somebody came to the app's own address: it lives inside the store admin. */
export default async function HomePage() {
  const t = await getTranslations('entry.home');
  return <EntryCard title={t('title')} body={t('body')} />;
}
