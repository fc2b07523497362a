import { getTranslations } from 'next-intl/server';
import { EntryCard } from '@/components/entry/entry-card';

/** No such page. */
export default async function EntryNotFound() {
  const t = await getTranslations('entry.notFound');
  return <EntryCard title={t('title')} body={t('body')} />;
}
