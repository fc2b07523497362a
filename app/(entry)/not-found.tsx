import { getTranslations } from 'next-intl/server';
import { EntryCard } from '@/components/entry/entry-card';

/** Shown if the page does not exist. */
export default async function EntryNotFound() {
  const t = await getTranslations('entry.notFound');
  return <EntryCard title={t('title')} body={t('body')} />;
}
