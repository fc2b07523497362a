import 'server-only';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import type { Tx } from '@/lib/system/db';

/**
 * Locks all exchange rates of an install until the transaction ends. The lock also covers a pair of currencies that has
 * no rate yet. So if a form was opened before a pair had a rate, it cannot overwrite a rate that another transaction is
 * storing.
 */
export async function lockRates(tx: Tx, installId: InstallId): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM pg_advisory_xact_lock(hashtextextended(${`${installId} rates`}, 0))`;
}
