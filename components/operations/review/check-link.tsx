import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { LinkPending } from '@/components/ui/feedback/link-pending';
import type { ActivityOperation } from '@/lib/operations/activity/activity-view';
import { installPath } from '@/lib/shared/install-path';

/**
 * Button that opens the screen on which the user can see whether an operation (a recorded write) took effect, or can
 * repeat it after a refusal. An order screen is up to date, because it reads the order from the platform.
 */
export function CheckLink({ installId, operation }: { installId: string; operation: ActivityOperation }) {
  const t = useTranslations('activity.review.look');
  const { name, path } = placeOf(operation);
  return (
    <Button asChild variant="primary">
      <Link href={installPath(installId, path)} prefetch={false}>
        <span>{t.rich(name, { number: () => <bdi key="number">{operation.order?.number ?? ''}</bdi> })}</span>
        <LinkPending />
      </Link>
    </Button>
  );
}

type Place = {
  name: 'order' | 'quote' | 'run' | 'orders' | 'products' | 'updates';
  path: `/${string}`;
};

function placeOf({ kind, order, quote, runId }: ActivityOperation): Place {
  if (order) return { name: 'order', path: `/orders/${encodeURIComponent(order.id)}` };
  if (kind.endsWith('_webhook')) return { name: 'updates', path: '/connection/developers' };
  if (kind === 'create_movement') return { name: 'products', path: '/products' };
  if (kind === 'create_order') return { name: 'orders', path: '/orders' };
  if (quote) return { name: 'quote', path: `/quotes/${encodeURIComponent(quote.id)}` };
  return runId ? { name: 'run', path: `/runs/${runId}` } : { name: 'orders', path: '/orders' };
}
