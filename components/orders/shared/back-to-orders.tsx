'use client';

import { useTranslations } from 'next-intl';
import { BackLink } from '@/components/ui/back-link';
import { installPath } from '@/lib/shared/install-path';

/** The back link above the heading of a screen that was opened from the orders list. */
export function BackToOrders({ installId }: { installId: string }) {
  const t = useTranslations('order');
  return <BackLink href={installPath(installId, '/orders')}>{t('back')}</BackLink>;
}
