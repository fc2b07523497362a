import { getTranslations } from 'next-intl/server';
import { BrowserChecks } from '@/components/doctor/browser-checks';
import { FindingsList } from '@/components/doctor/findings-list';
import { Card } from '@/components/ui/card';
import { Facts } from '@/components/ui/list/facts';
import { evaluateStore } from '@/lib/doctor/evaluate-facts';
import { readStoreFacts, readVersions } from '@/lib/doctor/read-doctor-facts.server';
import { openPage } from '@/app/(admin)/i/[installId]/open-page';

/**
 * Doctor screen: health checks of this install. They run again on each visit. Checks of the deployment are not shown
 * here, because they are not for the staff of a store. Only `npm run doctor` shows them.
 */
export default async function DoctorPage({ params }: { params: Promise<{ installId: string }> }) {
  const { installId, locale } = await openPage(params, 'read', '/doctor');
  const t = await getTranslations({ locale, namespace: 'doctor' });
  const { app } = await readVersions();
  const findings = evaluateStore(await readStoreFacts(installId));
  return (
    <div className="flex flex-col gap-4">
      <header>
        <h1 className="text-xl font-bold sm:text-2xl">{t('title')}</h1>
        <p className="text-sm text-ink-soft">{t('intro')}</p>
      </header>
      <div className="grid items-start gap-4 lg:grid-cols-3">
        <Card title={t('checks')} className="lg:col-span-2">
          <FindingsList findings={findings} />
        </Card>
        <div className="flex flex-col gap-4">
          <Card title={t('browser.title')}>
            <BrowserChecks />
          </Card>
          <Card title={t('version')}>
            <Facts facts={[{ label: t('app'), value: <bdi>{app}</bdi> }]} />
          </Card>
        </div>
      </div>
    </div>
  );
}
