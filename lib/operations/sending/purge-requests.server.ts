import 'server-only';
import { withSystem } from '@/lib/system/db';
import { purgeInBatches } from '@/lib/system/purge-in-batches';

/**
 * Deletes the request bytes of operations (recorded writes) 24 h after they ended, because the bytes contain customer
 * data (D2, S20). Returns the number of changed rows.
 */
export async function purgeRequests(): Promise<number> {
  return purgeInBatches((limit) =>
    withSystem(
      (tx) => tx.$executeRaw`
        UPDATE operations o SET request_enc = NULL FROM (
          SELECT install_id, id FROM operations
          WHERE request_enc IS NOT NULL AND ended_at < now() - interval '24 hours'
          ORDER BY ended_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
        ) old WHERE (o.install_id, o.id) = (old.install_id, old.id)`,
    ),
  );
}

/** Deletes the notes of bulk items 24 h after the items ended. Returns the number of changed rows. */
export async function purgeBulkNotes(): Promise<number> {
  return purgeInBatches((limit) =>
    withSystem(
      (tx) => tx.$executeRaw`
        UPDATE bulk_items b SET note_enc = NULL FROM (
          SELECT install_id, run_id, position FROM bulk_items
          WHERE note_enc IS NOT NULL AND ended_at < now() - interval '24 hours'
          ORDER BY ended_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
        ) old WHERE (b.install_id, b.run_id, b.position) = (old.install_id, old.run_id, old.position)`,
    ),
  );
}
