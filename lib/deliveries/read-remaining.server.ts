import 'server-only';
import { moneyOfDue, readDue } from '@/lib/deliveries/delivery-rows.server';
import { sumByCurrency } from '@/lib/deliveries/group-stops';
import type { Money } from '@/lib/shared/numbers/money';
import type { Tx } from '@/lib/system/db';

/** Returns the cash that is still expected for these orders, one sum for each currency. Sums of 0 are left out. */
export async function readRemaining(
  tx: Tx,
  installId: string,
  orders: readonly { id: string; total: Money }[],
): Promise<Money[]> {
  const ids = orders.map(({ id }) => id);
  const due = await readDue(tx, installId, ids);
  return sumByCurrency(orders.map(({ id, total }) => moneyOfDue(due.get(id), total)));
}
