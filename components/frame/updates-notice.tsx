'use client';

import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { useLiveState } from '@/components/ui/feedback/live-context';
import { installPath } from '@/lib/shared/install-path';

/**
 * Notice below the top row while changes in the store reach the mirror late or not at all. The Connection screen says
 * why, and has a button that reads the store again.
 */
export function UpdatesNotice({ installId }: { installId: string }) {
  const t = useTranslations('frame.updatesOff');
  const isOff = useLiveState() === 'updatesOff';
  return (
    <div role="status">
      {isOff && (
        <div className="mx-auto flex max-w-6xl items-center gap-2 px-3 pt-2 text-sm sm:px-6">
          <p className="min-w-0 flex-1">
            <b className="text-warn">{t('title')}</b> {t('body')}
          </p>
          <Button asChild>
            <Link href={installPath(installId, '/connection')}>{t('open')}</Link>
          </Button>
        </div>
      )}
    </div>
  );
}
