import 'server-only';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import { defaultRetentionDays } from '@/lib/shared/orders/default-retention';
import { type Tx, withSystem } from '@/lib/system/db';
import { phoneKeys } from '@/lib/system/keys/customer-columns';
import { purgeInBatches } from '@/lib/system/purge-in-batches';

/**
 * Deletes the order links and their answers after the retention time of the store. The retention time starts when the
 * link ends. Returns the number of deleted links.
 */
export async function purgeOrderLinks(): Promise<number> {
  return purgeInBatches((limit) =>
    withSystem(
      (tx) => tx.$executeRaw`
        DELETE FROM order_links l USING (
          SELECT l.install_id, l.id FROM order_links l LEFT JOIN settings s ON s.install_id = l.install_id
            AND s.name = 'quoteDataDays' AND jsonb_typeof(s.value) = 'number'
          WHERE l.expires_at < now() - coalesce((s.value #>> '{}')::int, ${defaultRetentionDays}) * interval '1 day'
          ORDER BY l.expires_at LIMIT ${limit} FOR UPDATE OF l SKIP LOCKED
        ) AS old
        WHERE (l.install_id, l.id) = (old.install_id, old.id)`,
    ),
  );
}

/**
 * Deletes order links in the caller's transaction: the links that were made with this phone number (E.164), and all
 * links of `orderIds`. The orders in `orderIds` must belong to the same customer. Their links may have been made
 * without a phone number, so the number alone would not find these links. Returns the ids of the orders whose links
 * were deleted.
 */
export async function purgeOrderLinksOfPhone(
  tx: Tx,
  installId: InstallId,
  { phone, orderIds }: { phone: string; orderIds: string[] },
): Promise<string[]> {
  const deleted = await tx.$queryRaw<{ order_id: string }[]>`
    DELETE FROM order_links WHERE install_id = ${installId}
      AND (phone_key = ANY(${phoneKeys('order_links', installId, phone)}) OR order_id = ANY(${orderIds}))
    RETURNING order_id`;
  return [...new Set(deleted.map((row) => row.order_id))];
}
