import 'server-only';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import type { PairRate } from '@/lib/shared/numbers/pair-rate';
import type { Tx } from '@/lib/system/db';

/** The store's current rate of a pair of currencies, as a user of the store typed it. */
export type StoredRate = PairRate & {
  /**
   * Rounding step for new prices in `other`: each new price is a multiple of the step. The amount is in minor units
   * with `decimals` decimals.
   */
  stepMinor: number;
  decimals: number;
  /** The rate limit that the form suggests for new quotes, in thousandths; null for no limit. */
  limitPermille: number | null;
  /** Time of the last change (RFC 3339), and the user who made it; null if the user is not known. */
  changedAt: string;
  changedBy: string | null;
};

/** Returns the rates that the store's users typed. */
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
