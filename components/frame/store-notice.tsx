'use client';

import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { isTrouble, useLiveState } from '@/components/ui/feedback/live-context';
import { installPath } from '@/lib/shared/install-path';

/**
 * Notice below the top row while changes in the store reach the mirror late or not at all. The Connection screen says
 * more about the problem, so the notice is not shown on that screen.
 */
export function StoreNotice({ installId }: { installId: string }) {
  const t = useTranslations('frame.store');
  const live = useLiveState();
  const connection = installPath(installId, '/connection');
  const isThere = usePathname().startsWith(connection);
  return (
    <div role="status">
      {isTrouble(live) && !isThere && (
        <div className="mx-auto flex max-w-6xl items-center gap-2 px-3 pt-2 text-sm sm:px-6">
          <p className="min-w-0 flex-1">
            <b className="text-warn">{t(`${live}.title`)}</b> {t(`${live}.body`)}
          </p>
          {live === 'reconnect' ? (
            <Button variant="primary" asChild>
              <a href={`/reconnect?${new URLSearchParams({ install_id: installId })}`}>{t('reconnectNow')}</a>
            </Button>
          ) : (
            <Button asChild>
              <Link href={connection}>{t('open')}</Link>
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
