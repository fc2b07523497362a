import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { installPath } from '@/lib/shared/install-path';

/**
 * Line at the top of the settings screen that links to the import screen. It is shown only if data of an earlier
 * installation of the app can be imported. It is no card, because most merchants come for another part of the screen.
 */
export function EarlierDataLine({ installId, count }: { installId: string; count: number }) {
  const t = useTranslations('earlierData.card');
  return (
    <p className="text-sm text-ink-soft">
      {t('body', { count })}{' '}
      <Link
        href={installPath(installId, '/settings/import')}
        prefetch={false}
        className="font-semibold text-brand underline underline-offset-2"
      >
        {t('action')}
      </Link>
    </p>
  );
}
