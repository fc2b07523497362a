import { dehydrate } from '@tanstack/react-query';
import { HydratedQueries } from '@/components/ui/live/hydrated-queries';
import { getTranslations } from 'next-intl/server';
import { BrowserChecks } from '@/components/doctor/browser-checks';
import { FindingsList } from '@/components/doctor/findings-list';
import { makeQueryClient } from '@/components/frame/query-client';
import { ScopeCodes } from '@/components/installs/scope-codes';
import { MirrorCards } from '@/components/mirror/mirror-cards';
import { syncOptions } from '@/components/mirror/sync-queries';
import { XrayCard } from '@/components/settings/xray-card';
import { BackLink } from '@/components/ui/back-link';
import { Card } from '@/components/ui/card';
import { Facts } from '@/components/ui/list/facts';
import { SubscriptionCard } from '@/components/webhooks/subscription-card';
import { evaluateStore } from '@/lib/doctor/evaluate-facts';
import { readStoreFacts, readVersions } from '@/lib/doctor/read-doctor-facts.server';
import { readSyncView } from '@/lib/mirror/health/read-sync-view.server';
import { readGrant } from '@/lib/installs/read-grant.server';
import { installPath } from '@/lib/shared/install-path';
import { env } from '@/lib/system/env';
import { openPage } from '@/app/(admin)/i/[installId]/open-page';
import { chooseScreenAction } from '@/app/(admin)/i/[installId]/settings/actions';
import { changeSubscriptionAction, deleteSubscriptionAction, sendTestEventAction } from './actions';
import { ScreenHeading } from '@/components/ui/screen-heading';

/**
 * Screen for developers and support. It shows numbers about the mirror (our copy of the store's data), the webhook
 * subscription, the switch of the X-ray, the names of the scopes, and health checks of this install. The health checks run again on each visit and after each answer to a
 * write about the live updates. Checks of the deployment are not shown, because they are not for the staff of a store;
 * `npm run doctor` shows them.
 */
export default async function DevelopersPage({ params }: { params: Promise<{ installId: string }> }) {
  const context = await openPage(params, 'read', '/connection/developers');
  const { installId, locale, screen } = context;
  const t = await getTranslations({ locale });
  const queryClient = makeQueryClient();
  const [view, { scopes }, facts, { app }] = await Promise.all([
    readSyncView(context),
    readGrant(context),
    readStoreFacts(installId),
    readVersions(),
  ]);
  queryClient.setQueryData(syncOptions(installId).queryKey, view);
  return (
    <HydratedQueries json={JSON.stringify(dehydrate(queryClient))}>
      <div className="flex flex-col gap-4">
        <header className="flex flex-col gap-2">
          <BackLink href={installPath(installId, '/connection')}>{t('connection.title')}</BackLink>
          <ScreenHeading title={t('connection.developers.title')} />
          <p className="text-sm text-ink-soft">{t('connection.developers.intro')}</p>
        </header>
        {env().XRAY === 'on' && (
          <XrayCard installId={installId} choice={screen} choose={chooseScreenAction} />
        )}
        <MirrorCards installId={installId} />
        <SubscriptionCard
          installId={installId}
          actions={{
            change: changeSubscriptionAction,
            remove: deleteSubscriptionAction,
            sendTest: sendTestEventAction,
          }}
        />
        <div className="grid items-start gap-4 lg:grid-cols-3">
          <Card title={t('doctor.checks')} className="lg:col-span-2">
            <FindingsList findings={evaluateStore(facts)} />
          </Card>
          <div className="flex flex-col gap-4">
            <Card title={t('doctor.browser.title')}>
              <BrowserChecks />
            </Card>
            <Card title={t('connection.developers.scopes')}>
              <ScopeCodes scopes={scopes} />
            </Card>
            <Card title={t('doctor.version')}>
              <Facts facts={[{ label: t('doctor.app'), value: <bdi>{app}</bdi> }]} />
            </Card>
          </div>
        </div>
      </div>
    </HydratedQueries>
  );
}
