import { getTranslations } from 'next-intl/server';
import { EntryCard } from '@/components/entry/entry-card';

/** Not-found page for unknown URLs of the entry pages. */
export default async function EntryNotFound() {
  const t = await getTranslations('entry.notFound');
  return <EntryCard title={t('title')} body={t('body')} />;
}
