'use client';

import { useTranslations } from 'next-intl';
import { ListSkeleton } from '@/components/ui/list/list-skeleton';

/** The orders index before it is there. */
export function OrdersSkeleton() {
  const t = useTranslations('orders');
  return <ListSkeleton label={t('loading')} />;
}
