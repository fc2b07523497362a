'use client';

import { useTranslations } from 'next-intl';
import { BackLink } from '@/components/ui/back-link';
import { installPath } from '@/lib/shared/install-path';

/**
 * Link back to the orders list. It is shown above the heading of a screen if the user opened this screen from
 * the list. `href` is the URL of the list with its filters; undefined if that URL is unknown.
 */
export function BackToOrders({ installId, href }: { installId: string; href?: string | undefined }) {
  const t = useTranslations('order');
  return <BackLink href={href ?? installPath(installId, '/orders')}>{t('back')}</BackLink>;
}
