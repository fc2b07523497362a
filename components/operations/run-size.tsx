import { useTranslations } from 'next-intl';
import type { BulkRunView } from '@/lib/operations/bulk/bulk-run';

/** Number of items in a bulk run, as text: "12 orders" or "12 stock changes". */
export function RunSize({ run: { work, total } }: { run: Pick<BulkRunView, 'work' | 'total'> }) {
  const t = useTranslations('bulk.runs');
  const tStock = useTranslations('stockSheet.runs');
  return work.kind === 'adjust_stock' ? tStock('orders', { count: total }) : t('orders', { count: total });
}
