import 'server-only';
import { withSystem } from '@/lib/system/db';
import { purgeInBatches } from '@/lib/system/purge-in-batches';

const retentionDays = 30;

/**
 * Deletes drift records (differences between mirror and platform that were repaired) after 30 days. Returns the number
 * of deleted rows.
 */
export async function purgeDrifts(): Promise<number> {
  return purgeInBatches((limit) =>
    withSystem(
      (tx) => tx.$executeRaw`
        DELETE FROM drifts d USING (
          SELECT old.install_id, old.id FROM installs i, LATERAL (
            SELECT install_id, id FROM drifts
            WHERE install_id = i.install_id AND found_at < now() - ${retentionDays} * interval '1 day'
            ORDER BY found_at LIMIT ${limit}
          ) old LIMIT ${limit}
        ) old WHERE (d.install_id, d.id) = (old.install_id, old.id)`,
    ),
  );
}
