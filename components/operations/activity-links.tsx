import { useTranslations } from 'next-intl';
import Link from 'next/link';
import type { ActivityOperation } from '@/lib/operations/activity/activity-view';
import { installPath } from '@/lib/shared/install-path';

const linkClass = '-my-3 inline-flex min-h-11 items-center gap-1 font-semibold text-brand';

/**
 * Links to the quote, the order and the bulk run of an operation (a recorded write). Shows nothing if the operation has
 * none of them.
 */
export function ActivityLinks({ installId, operation }: { installId: string; operation: ActivityOperation }) {
  const t = useTranslations('activity');
  const { order, quote, runId } = operation;
  if (!order && !quote && !runId) return null;
  return (
    // Below each other, two links must not cover each other: each is higher than its line.
    <span className="flex flex-wrap gap-x-4 gap-y-2">
      {quote && (
        <Link href={installPath(installId, `/quotes/${quote.id}`)} prefetch={false} className={linkClass}>
          {quote.number === null
            ? t('about.quote')
            : t.rich('about.quoteNumber', { number: () => <bdi key="number">{quote.number}</bdi> })}
        </Link>
      )}
      {order && (
        <Link
          href={installPath(installId, `/orders/${encodeURIComponent(order.id)}`)}
          prefetch={false}
          className={linkClass}
        >
          {order.number === null
            ? t('about.order')
            : t.rich('about.orderNumber', { number: () => <bdi key="number">{order.number}</bdi> })}
        </Link>
      )}
      {runId && (
        <Link href={installPath(installId, `/runs/${runId}`)} prefetch={false} className={linkClass}>
          {t('about.run')}
        </Link>
      )}
    </span>
  );
}
