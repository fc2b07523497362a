import 'server-only';
import { withSystem } from '@/lib/system/db';
import { purgeInBatches } from '@/lib/system/purge-in-batches';

/**
 * How long ended operations are stored: half a year. They are needed in disputes about payments, and no card or bank
 * allows a dispute to be opened later.
 */
const retentionDays = 180;

/**
 * Deletes operations that ended longer ago than the retention time, except those that still need a user's review.
 * Returns the number of rows.
 */
export async function purgeOperations(): Promise<number> {
  return purgeInBatches((limit) =>
    withSystem(
      (tx) => tx.$executeRaw`
        DELETE FROM operations o USING (
          SELECT old.install_id, old.id FROM installs i, LATERAL (
            SELECT install_id, id FROM operations
            WHERE install_id = i.install_id AND state <> 'needs_review'
              AND ended_at < now() - ${retentionDays} * interval '1 day'
            ORDER BY ended_at LIMIT ${limit}
          ) old LIMIT ${limit}
        ) old
        WHERE (o.install_id, o.id) = (old.install_id, old.id)`,
    ),
  );
}

/** Deletes bulk runs that ended longer ago than the retention time, with their items. */
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
