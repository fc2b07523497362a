'use client';

import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { installPath } from '@/lib/shared/install-path';
import type { ConnectionTrouble } from '@/lib/shared/live/connection';

type StoreNoticePanelProps = { installId: string; trouble: ConnectionTrouble | 'grant_scope' };

/**
 * Content of the notice that changes in the store reach the mirror (our copy of the store's data) late or not at all. If
 * orders are hidden, the home screen and the list of orders say so themselves, with a button. They have no notice then.
 */
export function StoreNoticePanel({ installId, trouble }: StoreNoticePanelProps) {
  const t = useTranslations('frame.store');
  const path = usePathname();
  const isSaid = path === installPath(installId, '') || path === installPath(installId, '/orders');
  if (trouble === 'grant_scope' && isSaid) return null;
  return (
    <div className="mx-auto flex max-w-6xl items-center gap-2 px-3 pt-2 text-sm sm:px-6">
      <p className="min-w-0 flex-1">
        <b className="text-warn">{t(`${trouble}.title`)}</b> {t(`${trouble}.body`)}
      </p>
      {trouble === 'reconnect' ? (
        <Button variant="primary" asChild>
          <a href={`/reconnect?${new URLSearchParams({ install_id: installId })}`}>{t('reconnectNow')}</a>
        </Button>
      ) : (
        <Button asChild>
          <Link href={installPath(installId, '/connection')}>{t('open')}</Link>
        </Button>
      )}
    </div>
  );
}
