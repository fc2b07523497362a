import 'server-only';
import { LedgerMismatch } from '@/lib/system/ledger/meet-ledger';
import { shipLedger } from '@/lib/system/ledger/ship-ledger';
import { log } from '@/lib/system/log';

/**
 * Copies new secrets to the ledger. If the database turns out to be a restored one, or the ledger that of another
 * deployment, the process exits with code 1: the ledger did not answer when it started, and old refresh tokens would
 * disconnect the stores (M17).
 */
export async function shipLedgerOrExit(): Promise<boolean> {
  try {
    return await shipLedger();
  } catch (error) {
    if (!(error instanceof LedgerMismatch)) throw error;
    log.fatal({ error }, 'the database and the ledger do not belong together; the worker exits');
    process.exit(1);
  }
}
