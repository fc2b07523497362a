'use client';

import { useTranslations } from 'next-intl';
import { BackLink } from '@/components/ui/back-link';
import { installPath } from '@/lib/shared/install-path';

/** Link back to the orders list, above the heading of a screen that was opened from that list. */
export function BackToOrders({ installId }: { installId: string }) {
  const t = useTranslations('order');
  return <BackLink href={installPath(installId, '/orders')}>{t('back')}</BackLink>;
}
