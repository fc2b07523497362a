import 'server-only';
import type { EntryKind } from '@/lib/cash/cash-commands';
import type { CashOrderItem, OrderCash } from '@/lib/cash/cash-view';
import { cashColumns, cashItemOf, type CashRow, isListed } from '@/lib/cash/list-cash-orders.server';
import { OrderId } from 'commerce-platform-client/contract/ids';
import type { InstallContext } from '@/lib/installs/require-install.server';

type EntryRow = {
  postingId: string;
  kind: EntryKind;
  minor: bigint;
  at: Date;
  actorName: string | null;
};

/**
 * Reads the cash of one order. Returns null in four cases:
 *
 * - The text is no id of an order.
 * - No cash is expected for the order.
 * - The notebook has no entry for the order, and the store marked the order as paid before it was shipped, or as
 *   refunded.
 * - The cash notebook has no entry for the order, and no stored data shows that cash on delivery was agreed. The
 *   payment method is stored only for orders that the app created, because the platform does not return it (U2). If
 *   the store marked the order as paid after it was shipped, a known carrier is enough, because a debt of this carrier
 *   has left the balances.
 *
 * follow_cash sets is_unrecorded of a row in the state `paid`.
 */
export async function readOrderCash(
  { installId, db, store }: Pick<InstallContext, 'installId' | 'db' | 'store'>,
  orderId: string,
): Promise<OrderCash | null> {
  if (!OrderId.safeParse(orderId).success) return null;
  return db.transaction(async (tx) => {
    const [row] = await tx.$queryRaw<(CashRow & { isTooMuch: boolean })[]>`
      SELECT ${cashColumns}, k.open_minor < 0 OR coalesce((o.currency, o.decimals) = (k.currency, k.decimals)
          AND k.remitted_minor + k.fee_minor > o.total_minor, false) AS "isTooMuch" FROM cash_orders k
        LEFT JOIN orders o ON o.install_id = k.install_id AND o.id = k.order_id
        LEFT JOIN carriers c ON c.install_id = k.install_id AND c.id = k.carrier_id
      WHERE k.install_id = ${installId} AND k.order_id = ${orderId}
        AND ${isListed}
        AND (k.entries > 0 OR k.state = 'paid'
          OR EXISTS (SELECT FROM created_orders m
            WHERE m.install_id = k.install_id AND m.order_id = k.order_id AND m.payment_method = 'cod'))`;
    if (!row) return null;
    const entries = await tx.$queryRaw<EntryRow[]>`
      SELECT e.posting_id AS "postingId", e.kind, e.amount_minor AS minor, p.created_at AS at,
        p.actor_name AS "actorName"
      FROM cash_entries e JOIN cash_postings p ON p.install_id = e.install_id AND p.id = e.posting_id
      WHERE e.install_id = ${installId} AND e.order_id = ${orderId} AND p.undone_at IS NULL
      ORDER BY p.created_at, e.posting_id, e.line LIMIT 100`;
    const item = cashItemOf(row, store.timezone);
    return {
      item,
      entries: entries.map(({ postingId, kind, minor, at, actorName }) => ({
        postingId,
        kind,
        amount: { ...item.due, amount_minor: Number(minor) },
        at: at.toISOString(),
        actorName,
      })),
      agreement: agreementOf(item, row.isTooMuch),
    };
  });
}

/**
 * Compares the store with the notebook. `isTooMuch`: the entries are more than what was expected, or more than the total
 * that the order has now. The store may have changed the total after the posting.
 */
function agreementOf({ state, isPaid }: CashOrderItem, isTooMuch: boolean): OrderCash['agreement'] {
  if (state === 'remitted' && isPaid) return isTooMuch ? 'too_much' : 'agrees';
  if (state === 'remitted') return 'notebook_only';
  if (state === 'paid') return 'no_cash';
  if (!isPaid) return null;
  if (state === 'written_off') return 'written_off';
  return state === 'short' ? 'store_only' : null;
}
