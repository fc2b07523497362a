'use client';

import Link from 'next/link';
import { useParams } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useContext } from 'react';
import { Button } from '@/components/ui/button';
import { LiveContext } from '@/components/ui/feedback/live-context';
import { installPath } from '@/lib/shared/install-path';

/**
 * Buttons on a page that has nothing to show, such as "not found". Usually they open the orders and the quotes. If the
 * user has no access to the install (LiveContext is null), there is only one button. It opens the page that explains
 * how to open the app. That page opens in the top window, because it must not be shown in an iframe.
 */
export function WaysOn() {
  const t = useTranslations('frame');
  const { installId } = useParams<{ installId: string }>();
  if (useContext(LiveContext) === null)
    return (
      <Button asChild variant="primary">
        <Link href="/" target="_top" prefetch={false}>
          {t('howToOpen')}
        </Link>
      </Button>
    );
  const pathOf = (path: '/orders' | '/quotes') => installPath(decodeURIComponent(installId), path);
  return (
    <>
      <Button asChild variant="primary">
        <Link href={pathOf('/orders')} prefetch={false}>
          {t('orders')}
        </Link>
      </Button>
      <Button asChild>
        <Link href={pathOf('/quotes')} prefetch={false}>
          {t('quotes')}
        </Link>
      </Button>
    </>
  );
}
