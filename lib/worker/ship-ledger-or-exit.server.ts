import 'server-only';
import { LedgerMismatch } from '@/lib/system/ledger/meet-ledger';
import { shipLedger } from '@/lib/system/ledger/ship-ledger';
import { log } from '@/lib/system/log';

/**
 * Copies new secrets to the secret ledger (a database on another server with the newest tokens and keys). The process
 * exits with code 1 in two cases: the ledger belongs to another deployment, or it shows that the app's database was
 * restored from a backup. A restored database has old refresh tokens, and using them would disconnect the stores (M17).
 * A process normally makes this check when it starts. If it could not reach the ledger then, it makes the check here.
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
