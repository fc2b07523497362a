import 'server-only';
import { readBalances } from '@/lib/cash/read-balances.server';
import { carrierToCall, type CashTotal, sumBalances } from '@/lib/cash/sum-balances';
import type { InstallContext } from '@/lib/installs/require-install.server';

/** The totals of the cash notebook, one for each currency. */
export type CashTotals = CashTotal[];

/** Reads the totals of the cash notebook, and the carrier to call first, as the cash screen shows them. */
export async function readCashTotals(
  context: Pick<InstallContext, 'installId' | 'db' | 'store'>,
): Promise<{ totals: CashTotals; callFirst: string | null }> {
  const balances = await readBalances(context);
  return { totals: sumBalances(balances), callFirst: carrierToCall(balances) };
}
