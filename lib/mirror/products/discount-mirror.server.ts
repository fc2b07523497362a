import 'server-only';
import { storableJson } from 'commerce-platform-client/contract/storable-text';
import type { Discount } from 'commerce-platform-client/contract/discounts';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import type { Tx } from '@/lib/system/db';

/**
 * Writes the discounts of one page to the mirror (our copy of the platform's data). `fence` is a number that was taken
 * before the request of the page and that only grows. A stored discount is replaced only if this request began later
 * than the request that returned the stored data.
 */
export async function writeDiscounts(
  tx: Tx,
  installId: InstallId,
  discounts: readonly Discount[],
  fence: bigint,
): Promise<void> {
  const rows = [
    ...new Map(discounts.map((document) => [document.id, { id: document.id, document }])).values(),
  ];
  await tx.$executeRaw`
    INSERT INTO discounts AS stored (install_id, id, document, fence, read_at)
    SELECT ${installId}, id, document, ${fence}, now()
    FROM jsonb_to_recordset(${storableJson(rows)}::jsonb) AS read (id text, document jsonb)
    ORDER BY id
    ON CONFLICT (install_id, id) DO UPDATE SET document = excluded.document, fence = excluded.fence,
      read_at = excluded.read_at, deleted_at = NULL
    WHERE excluded.fence > stored.fence`;
}

/**
 * Marks discounts as deleted if the last complete read of the list did not return them. A discount can only be read by
 * this list, so no separate read can confirm the deletion (M12).
 */
export async function buryUnseenDiscounts(tx: Tx, installId: InstallId, runFence: bigint): Promise<void> {
  await tx.mirrorDiscount.updateMany({
    where: { installId, fence: { lt: runFence }, deletedAt: null },
    data: { deletedAt: new Date() },
  });
}
