import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { LinkPending } from '@/components/ui/feedback/link-pending';
import type { BulkRunView } from '@/lib/operations/bulk/bulk-run';
import { installPath } from '@/lib/shared/install-path';

/**
 * Link from an ended bulk run (one action on many orders or variants) back to the list of orders or products. It is not
 * the primary button if there is more to do here: refused items to retry, unknown outcomes to check, or packing slips to
 * print.
 */
export function RunWayBack({ installId, run }: { installId: string; run: BulkRunView }) {
  const t = useTranslations('bulk.run');
  const tStock = useTranslations('stockSheet.run');
  const { work, endedAt, refused, outcomeUnknown, succeeded } = run;
  if (endedAt === null) return null;
  const ofStock = work.kind === 'adjust_stock';
  const isDone = refused === 0 && outcomeUnknown === 0 && (work.kind !== 'fulfill_orders' || succeeded === 0);
  return (
    <Button asChild variant={isDone ? 'primary' : 'secondary'} className="self-start">
      <Link href={installPath(installId, ofStock ? '/products' : '/orders')} prefetch={false}>
        <span>{ofStock ? tStock('toProducts') : t('toOrders')}</span>
        <LinkPending />
      </Link>
    </Button>
  );
}
