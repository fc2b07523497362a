import { useQuery } from '@tanstack/react-query';
import { useLiveRead } from '@/components/ui/live/use-live-read';
import { useRight } from '@/components/ui/role-context';
import type { OrderCash } from '@/lib/cash/cash-view';
import { cashKeys } from '@/lib/shared/read-keys';
import { orderCashOptions } from './cash-queries';

/**
 * Returns the cash of an order from the cash notebook. Live updates keep it current. Null if the user may not see cash,
 * or if the order is not in the notebook.
 */
export function useOrderCash(installId: string, orderId: string): OrderCash | null {
  const maySee = useRight('see_cash');
  const read = useQuery({ ...orderCashOptions(installId, orderId), enabled: maySee });
  useLiveRead(
    cashKeys.all(installId),
    ({ kind, id }) => kind === 'cash' || kind === 'many' || (kind === 'order' && id === orderId),
  );
  return (maySee && read.data?.cash) || null;
}
