'use client';

import { useTranslations } from 'next-intl';
import { ListSkeleton } from '@/components/ui/list/list-skeleton';

/** Skeleton of the orders index while it loads. */
export function OrdersSkeleton() {
  const t = useTranslations('orders');
  return <ListSkeleton label={t('loading')} />;
}
