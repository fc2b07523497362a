import 'server-only';
import type { InstallContext } from '@/lib/installs/require-install.server';
import type { Tx } from '@/lib/system/db';

/**
 * Runs several reads of a page in one transaction. So they need one connection, and one BEGIN, one switch to the install
 * and one COMMIT. `work` calls the reads one after another with the context that it gets. The reads must not have
 * effects, because they may run twice (TenantDb.read), and they must not use a connection of their own.
 */
export function readTogether<T>(
  context: InstallContext,
  work: (context: InstallContext) => Promise<T>,
): Promise<T> {
  return context.db.read((tx) => {
    const inTransaction = <R>(read: (tx: Tx) => Promise<R>) => read(tx);
    return work({ ...context, db: { transaction: inTransaction, read: inTransaction } });
  });
}
