import { useTranslations } from 'next-intl';
import type { BulkWork } from '@/lib/operations/bulk-run';

/** What a run does, in words. */
export function RunWork({ work }: { work: BulkWork }) {
  const t = useTranslations('bulk.work');
  const tStatus = useTranslations('orderStatus');
  switch (work.kind) {
    case 'set_order_status':
      return t('set_order_status', { status: tStatus(work.input.status) });
    case 'fulfill_orders':
      return t(`fulfill_orders.${work.input.status}`);
    default:
      return t.rich(work.kind, { tags: () => <bdi key="tags">{work.input.tags.join('، ')}</bdi> });
  }
}
