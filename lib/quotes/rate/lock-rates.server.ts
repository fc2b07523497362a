import 'server-only';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import type { Tx } from '@/lib/system/db';

/**
 * Locks the exchange rates of an install until the transaction ends, also a pair without a row. So a form that was opened
 * without a rate cannot overwrite a rate that another transaction is storing.
 */
export async function lockRates(tx: Tx, installId: InstallId): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM pg_advisory_xact_lock(hashtextextended(${`${installId} rates`}, 0))`;
}
