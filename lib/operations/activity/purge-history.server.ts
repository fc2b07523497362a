import 'server-only';
import { withSystem } from '@/lib/system/db';
import { purgeInBatches } from '@/lib/system/purge-in-batches';

/**
 * How long operations (writes to the platform) are stored after their end: half a year. A store may need them in a
 * dispute about a payment. After half a year, no card network or bank accepts a dispute.
 */
const retentionDays = 180;

/**
 * Deletes operations after the retention time. Two kinds of operations stay. First: operations that need a user's
 * review. Second: operations that should have created the order of a quote, if the quote still needs attention or is a
 * draft. Without the operation, nobody could retry or withdraw that quote, and a draft with a refused order could never
 * be ordered or sent. Returns the number of deleted rows.
 */
export async function purgeOperations(): Promise<number> {
  return purgeInBatches((limit) =>
    withSystem(
      (tx) => tx.$executeRaw`
        DELETE FROM operations o USING (
          SELECT old.install_id, old.id FROM installs i, LATERAL (
            SELECT install_id, id FROM operations
            WHERE install_id = i.install_id AND state <> 'needs_review'
              AND id NOT IN (
                SELECT operation_id FROM quotes q
                WHERE q.install_id = i.install_id AND q.state IN ('draft', 'needs_attention')
                  AND q.operation_id IS NOT NULL)
              AND ended_at < now() - ${retentionDays} * interval '1 day'
            ORDER BY ended_at LIMIT ${limit}
          ) old LIMIT ${limit}
        ) old
        WHERE (o.install_id, o.id) = (old.install_id, old.id)`,
    ),
  );
}

/** Deletes bulk runs and their items after the retention time, except runs with an item that needs a user's review. */
export async function purgeBulkRuns(): Promise<number> {
  return purgeInBatches((limit) =>
    withSystem(
      (tx) => tx.$executeRaw`
        DELETE FROM bulk_runs r USING (
          SELECT install_id, id FROM bulk_runs
          WHERE ended_at < now() - ${retentionDays} * interval '1 day' AND needs_review = 0 LIMIT ${limit}
          FOR UPDATE SKIP LOCKED
        ) old WHERE (r.install_id, r.id) = (old.install_id, old.id)`,
    ),
  );
}
