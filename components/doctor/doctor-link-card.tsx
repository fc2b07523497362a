import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { installPath } from '@/lib/shared/install-path';

/** A card that links to the doctor screen, for the person who looks after the app. */
export function DoctorLinkCard({ installId }: { installId: string }) {
  const t = useTranslations('doctor');
  return (
    <Card title={t('title')}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-ink-soft">{t('intro')}</p>
        <Button asChild>
          <Link href={installPath(installId, '/doctor')}>{t('open')}</Link>
        </Button>
      </div>
    </Card>
  );
}
