import { useTranslations } from 'next-intl';
import type { BulkWork } from '@/lib/operations/bulk/bulk-run';

/** Describes what a bulk run does, for example "set the status to shipped". */
export function RunWork({ work }: { work: BulkWork }) {
  const t = useTranslations('bulk.work');
  const tStatus = useTranslations('orderStatus');
  const tStock = useTranslations('stockSheet');
  switch (work.kind) {
    case 'adjust_stock':
      return tStock.rich('work', {
        reason: tStock(`reasons.${work.input.reason}`),
        location: () => (
          <bdi key="location" dir="ltr">
            {work.input.location_id}
          </bdi>
        ),
      });
    case 'set_order_status':
      return t('set_order_status', { status: tStatus(work.input.status) });
    case 'fulfill_orders':
      return t(`fulfill_orders.${work.input.status}`);
    default:
      return t.rich(work.kind, { tags: () => <bdi key="tags">{work.input.tags.join('، ')}</bdi> });
  }
}
