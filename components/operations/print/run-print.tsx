import { Printer } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { useRight } from '@/components/ui/role-context';
import type { BulkItemView, BulkProgress } from '@/lib/operations/bulk/bulk-run';
import { printedOrdersMax, printPath } from '@/lib/shared/orders/print-path';

type RunPrintProps = { installId: string; run: BulkProgress; items: BulkItemView[] };

/**
 * Link to the packing slips of the orders that a bulk run has shipped, shown after the run has ended. Without the link,
 * the user would have to find the orders again, because the list of orders to ship no longer contains them.
 */
export function RunPrint({ installId, run, items }: RunPrintProps) {
  const t = useTranslations('bulk.bar');
  const mayPrint = useRight('see_personal_data');
  const orderIds = items.flatMap(({ state, orderId }) =>
    state === 'succeeded' && orderId !== undefined ? [orderId] : [],
  );
  const isShipped = run.work.kind === 'fulfill_orders' && run.endedAt !== null && orderIds.length > 0;
  if (!isShipped || !mayPrint || orderIds.length > printedOrdersMax) return null;
  return (
    <Button asChild variant={run.refused > 0 ? 'secondary' : 'primary'} className="self-start">
      <a href={printPath(installId, { orderIds }, { kind: 'packing_slip' })} target="_blank" rel="noopener">
        <Printer aria-hidden className="size-4" />
        {t('print')}
      </a>
    </Button>
  );
}
