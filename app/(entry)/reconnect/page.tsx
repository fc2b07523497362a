import { redirect } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { EntryCard } from '@/components/entry/entry-card';
import { Button } from '@/components/ui/button';
import { requireInstall } from '@/lib/installs/require-install.server';
import { storeOfInstall } from '@/lib/installs/store-of-install.server';
import { type EntryPageProps, entryQuery } from '@/app/(entry)/entry-query';

/**
 * Page for an install whose tokens the platform no longer accepts. The most common cause is that the user who granted
 * the tokens lost access to the store (AUT-9).
 *
 * The page explains what happened and who can repair the connection. The only solution is to run OAuth again in the top
 * window. OAuth then returns to the page that the user wanted to open.
 */
export default async function ReconnectPage({ searchParams }: EntryPageProps) {
  const { install_id: installId } = await entryQuery(searchParams);
  if (!installId) redirect('/');
  const t = await getTranslations('entry.reconnect');
  const access = await requireInstall(installId, 'read');
  // The link on this page contains the id of the store only if this browser has a session for the install. A session
  // exists if the result of the access check is `ok` or the refusal `reconnect`.
  const mayKnow = access.ok || access.refusal.code === 'reconnect';
  const store = mayKnow ? await storeOfInstall(installId) : null;
  return (
    <EntryCard
      title={t('title')}
      body={
        <div className="flex flex-col gap-2.5 text-start">
          <p>{t('body')}</p>
          <p>{t('who')}</p>
          <p>{t('stored')}</p>
        </div>
      }
    >
      <Button variant="primary" asChild>
        <a href={store ? `/install?${new URLSearchParams({ store })}` : '/install'} target="_top">
          {t('action')}
        </a>
      </Button>
    </EntryCard>
  );
}
