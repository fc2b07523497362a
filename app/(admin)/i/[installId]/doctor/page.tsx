import { getTranslations } from 'next-intl/server';
import { BrowserChecks } from '@/components/doctor/browser-checks';
import { FindingsList } from '@/components/doctor/findings-list';
import { Card } from '@/components/ui/card';
import { Facts } from '@/components/ui/list/facts';
import { evaluateFacts } from '@/lib/doctor/evaluate-facts';
import { readDoctorFacts, readVersions } from '@/lib/doctor/read-doctor-facts.server';
import { openPage } from '@/app/(admin)/i/[installId]/open-page';

/** State of this install and deployment, checked on each visit. */
export default async function DoctorPage({ params }: { params: Promise<{ installId: string }> }) {
  const { installId, locale } = await openPage(params, '/doctor');
  const t = await getTranslations({ locale, namespace: 'doctor' });
  const versions = await readVersions();
  const findings = evaluateFacts(await readDoctorFacts(installId), new Date());
  return (
    <div className="flex flex-col gap-4">
      <header>
        <h1 className="text-xl font-bold sm:text-2xl">{t('title')}</h1>
        <p className="text-sm text-ink-soft">{t('lead')}</p>
      </header>
      <div className="grid items-start gap-4 lg:grid-cols-3">
        <Card title={t('checks')} className="lg:col-span-2">
          <FindingsList findings={findings} />
        </Card>
        <div className="flex flex-col gap-4">
          <Card title={t('browser.title')}>
            <BrowserChecks />
          </Card>
          <Card title={t('versions.title')}>
            <Facts
              facts={[
                { label: t('versions.app'), value: <bdi>{versions.app}</bdi> },
                { label: t('versions.node'), value: <bdi>{versions.node}</bdi> },
              ]}
            />
          </Card>
        </div>
      </div>
    </div>
  );
}
