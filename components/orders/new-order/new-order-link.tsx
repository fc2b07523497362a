'use client';

import { Plus } from 'lucide-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { LinkPending } from '@/components/ui/feedback/link-pending';
import { useRight } from '@/components/ui/role-context';
import { installPath } from '@/lib/shared/install-path';

/**
 * Main button of a screen, which opens the new order form. The button is hidden if the user's role lacks the right to
 * agree prices.
 */
export function NewOrderLink({ installId, className }: { installId: string; className: string }) {
  const t = useTranslations('orders');
  if (!useRight('agree_prices')) return null;
  return (
    <Button asChild variant="primary" className={className}>
      <Link href={installPath(installId, '/orders/new')} prefetch={false}>
        <Plus aria-hidden className="size-4" />
        {t('newOrder')}
        <LinkPending />
      </Link>
    </Button>
  );
}
