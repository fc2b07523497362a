import 'server-only';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import type { PairRate } from '@/lib/shared/numbers/pair-rate';
import type { Tx } from '@/lib/system/db';

/** The current exchange rate between two currencies that a user of the store typed. */
export type StoredRate = PairRate & {
  /**
   * Rounding step for new prices in the currency `other`: each new price is rounded to a multiple of `stepMinor`. The
   * step is an amount in minor units. `decimals` is the number of decimals of this amount.
   */
  stepMinor: number;
  decimals: number;
  /**
   * How far the exchange rate may move, in thousandths, before a quote can no longer be accepted. The form for new
   * quotes suggests this value. Null for no limit.
   */
  limitPermille: number | null;
  /** Time of the last change (RFC 3339), and the user who made it; null if the user is not known. */
  changedAt: string;
  changedBy: string | null;
};

/** Returns all exchange rates that users of the store typed, one for each pair of currencies. */
export async function readRates(tx: Tx, installId: InstallId): Promise<StoredRate[]> {
  const rows = await tx.storeRate.findMany({
    where: { installId },
    orderBy: [{ one: 'desc' }, { other: 'asc' }],
  });
  return rows.map(({ one, other, scaled, scale, stepMinor, decimals, limitPermille, ...row }) => ({
    one,
    other,
    rate: { scaled: Number(scaled), scale },
    stepMinor: Number(stepMinor),
    decimals,
    limitPermille,
    changedAt: row.changedAt.toISOString(),
    changedBy: row.actorName,
  }));
}
