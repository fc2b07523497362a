import 'server-only';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import type { Tx } from '@/lib/system/db';

/**
 * Locks all exchange rates of an install until the transaction ends. The lock covers a pair of currencies even before
 * it has a rate. While one transaction stores the first rate of a pair, another transaction waits. So an outdated form
 * cannot overwrite this rate.
 */
export async function lockRates(tx: Tx, installId: InstallId): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM pg_advisory_xact_lock(hashtextextended(${`${installId} rates`}, 0))`;
}
