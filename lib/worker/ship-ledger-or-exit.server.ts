import 'server-only';
import { RestoredDatabase } from '@/lib/system/ledger/ledger-database';
import { shipLedger } from '@/lib/system/ledger/ship-ledger';
import { log } from '@/lib/system/log';

/**
 * Copies new secrets to the secret ledger. If the ledger shows that this database was restored from a backup,
 * the process exits with code 1. Otherwise, the old refresh tokens would disconnect the stores (M17). Usually
 * a process finds this out when it starts. This check is needed if the ledger could not be reached at that
 * time.
 */
export async function shipLedgerOrExit(): Promise<boolean> {
  try {
    return await shipLedger();
  } catch (error) {
    if (!(error instanceof RestoredDatabase)) throw error;
    log.fatal({ error }, 'the database is older than the ledger; the worker exits');
    process.exit(1);
  }
}
