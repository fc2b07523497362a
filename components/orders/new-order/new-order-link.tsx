import { Plus } from 'lucide-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { LinkPending } from '@/components/ui/feedback/link-pending';
import { installPath } from '@/lib/shared/install-path';

/** Main button of a screen that opens the new order form. */
export function NewOrderLink({ installId, className }: { installId: string; className: string }) {
  const t = useTranslations('orders');
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
