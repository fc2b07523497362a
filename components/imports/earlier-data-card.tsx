import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { installPath } from '@/lib/shared/install-path';

/**
 * Card on the settings screen that links to the import screen. The card is shown only if data of an earlier
 * installation of the app can be imported.
 */
export function EarlierDataCard({ installId, count }: { installId: string; count: number }) {
  const t = useTranslations('earlierData.card');
  return (
    <Card title={t('title')}>
      <div className="flex flex-col items-start gap-3 text-sm">
        <p>{t('body', { count })}</p>
        <Button asChild variant="primary">
          <Link href={installPath(installId, '/settings/import')} prefetch={false}>
            {t('action')}
          </Link>
        </Button>
      </div>
    </Card>
  );
}
