import 'server-only';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import type { Tx } from '@/lib/system/db';

/**
 * Returns which of these orders the customer refused on a delivery sheet. Only answers that the merchant confirmed
 * count. If an order was on several confirmed sheets, the answer of the last confirmed one counts.
 */
export async function findRefusedStops(
  tx: Tx,
  installId: InstallId,
  orderIds: readonly string[],
): Promise<Set<string>> {
  const rows = await tx.$queryRaw<{ id: string; answer: string }[]>`
    SELECT DISTINCT ON (p.order_id) p.order_id AS id, p.answer FROM delivery_stops p
    JOIN delivery_sheets d ON d.install_id = p.install_id AND d.id = p.sheet_id
    WHERE p.install_id = ${installId} AND p.order_id = ANY(${orderIds}) AND p.answer IS NOT NULL
      AND d.confirmed_at IS NOT NULL
    ORDER BY p.order_id, d.confirmed_at DESC, d.id DESC`;
  return new Set(rows.filter(({ answer }) => answer === 'refused').map(({ id }) => id));
}
