import 'server-only';
import { contentOf } from '@/lib/deliveries/delivery-rows.server';
import { defaultRetentionDays } from '@/lib/shared/orders/default-retention';
import type { InstallId } from '@/lib/shared/ids';
import { type Tx, withSystem } from '@/lib/system/db';
import { purgeInBatches } from '@/lib/system/purge-in-batches';

/**
 * Deletes the personal data of delivery sheets after the retention time of their store, counted from their creation.
 * Their links stop working. The amounts and answers stay. Returns the number of sheets.
 */
export async function purgeStops(): Promise<number> {
  return purgeInBatches((limit) =>
    withSystem(
      (tx) => tx.$executeRaw`
        WITH old AS (
          SELECT d.install_id, d.id FROM delivery_sheets d LEFT JOIN settings s ON s.install_id = d.install_id
            AND s.name = 'quoteDataDays' AND jsonb_typeof(s.value) = 'number'
          WHERE d.purged_at IS NULL
            AND d.created_at < now() - coalesce((s.value #>> '{}')::int, ${defaultRetentionDays}) * interval '1 day'
          ORDER BY d.created_at LIMIT ${limit} FOR UPDATE OF d SKIP LOCKED
        ), contents AS (
          UPDATE delivery_stops p SET content_enc = NULL, reason_enc = NULL FROM old
          WHERE (p.install_id, p.sheet_id) = (old.install_id, old.id)
        )
        UPDATE delivery_sheets d SET purged_at = now(), note_enc = NULL, link_enc = NULL, link_hash = NULL,
          link_expires_at = NULL
        FROM old WHERE (d.install_id, d.id) = (old.install_id, old.id)`,
    ),
  );
}

/**
 * Erases a person from all delivery sheets of an install, in the caller's transaction. `isPhone` compares the phone
 * number of a stop. Sheets are limited in number by the retention time, so each stop is decrypted once. Returns the
 * number of changed stops.
 */
export async function purgeStopsOfPhone(
  tx: Tx,
  installId: InstallId,
  isPhone: (phone: string) => boolean,
): Promise<number> {
  const stops = await tx.deliveryStop.findMany({ where: { installId, contentEnc: { not: null } } });
  const ids = stops.filter((stop) => isPhone(contentOf(stop)?.phone ?? '')).map(({ id }) => id);
  if (ids.length === 0) return 0;
  const { count } = await tx.deliveryStop.updateMany({
    where: { installId, id: { in: ids } },
    data: { contentEnc: null, reasonEnc: null },
  });
  return count;
}
