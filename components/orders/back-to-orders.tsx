'use client';

import { ArrowRight } from 'lucide-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { LinkPending } from '@/components/ui/link-pending';
import { installPath } from '@/lib/shared/install-path';

/** Above the heading of what was opened from the list. */
export function BackToOrders({ installId }: { installId: string }) {
  const t = useTranslations('order');
  return (
    <Link
      href={installPath(installId, '/orders')}
      prefetch={false}
      className="-my-1.5 flex min-h-11 items-center gap-1.5 self-start text-sm font-semibold text-brand"
    >
      <ArrowRight aria-hidden className="size-4 ltr:rotate-180" />
      {t('back')}
      <LinkPending />
    </Link>
  );
}
