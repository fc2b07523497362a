'use client';

import { useTranslations } from 'next-intl';
import { BackLink } from '@/components/ui/back-link';
import { installPath } from '@/lib/shared/install-path';

/** Above the heading of what was opened from the index. */
export function BackToOrders({ installId }: { installId: string }) {
  const t = useTranslations('order');
  return <BackLink href={installPath(installId, '/orders')}>{t('back')}</BackLink>;
}
