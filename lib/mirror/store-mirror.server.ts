import 'server-only';
import { storableJson } from 'commerce-platform-client/contract/storable-text';
import { Store } from 'commerce-platform-client/contract/store';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import type { Tx } from '@/lib/system/db';

/**
 * Writes the complete response of GET /store to the mirror (our copy of the platform's data). `fence` is a number that
 * was taken before the read and that only grows. If the stored data comes from a read with a greater number, nothing is
 * written.
 */
export async function writeStore(tx: Tx, installId: InstallId, store: Store, fence: bigint): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO stores AS stored (install_id, document, read_at, fence)
    VALUES (${installId}, ${storableJson(store)}::jsonb, now(), ${fence})
    ON CONFLICT (install_id) DO UPDATE SET document = excluded.document, read_at = excluded.read_at,
      fence = excluded.fence
    WHERE excluded.fence > stored.fence`;
}

/** Returns the store as the app last read it from the platform; null before the first read. */
export async function findMirroredStore(
  tx: Tx,
  installId: InstallId,
): Promise<{ store: Store; readAt: Date } | null> {
  const row = await tx.mirrorStore.findUnique({ where: { installId } });
  return row && { store: Store.parse(row.document), readAt: row.readAt };
}
