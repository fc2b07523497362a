import { getTranslations } from 'next-intl/server';
import { z } from 'zod';
import { EntryCard } from '@/components/entry/entry-card';
import { ToAdmin } from '@/components/entry/to-admin';
import { env } from '@/lib/system/env';
import type { EntryPageProps } from '@/app/(entry)/entry-query';

const Why = z.enum(['closed', 'denied', 'state', 'busy', 'callback']).catch('closed');

/**
 * Page that explains why a sign-in or a link of the store admin could not continue, with a link back to the store
 * admin. The query parameter `why` is the reason. The page shows no other data from the request.
 */
export default async function StoppedPage({ searchParams }: EntryPageProps) {
  const t = await getTranslations('entry.stopped');
  const why = Why.parse((await searchParams).why);
  return (
    <EntryCard title={t(`${why}.title`)} body={t(`${why}.body`)}>
      <ToAdmin href={env().PLATFORM_ADMIN_ORIGIN} label={t('toAdmin')} />
    </EntryCard>
  );
}
