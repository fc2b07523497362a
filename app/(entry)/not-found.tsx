import { getTranslations } from 'next-intl/server';
import { EntryCard } from '@/components/entry/entry-card';
import { ToAdmin } from '@/components/entry/to-admin';
import { env } from '@/lib/system/env';

/** Not-found page for unknown URLs of the entry pages. */
export default async function EntryNotFound() {
  const t = await getTranslations('entry.notFound');
  return (
    <EntryCard title={t('title')} body={t('body')}>
      <ToAdmin href={env().PLATFORM_ADMIN_ORIGIN} label={t('toAdmin')} />
    </EntryCard>
  );
}
