import 'server-only';
import { findStopRows, type PersonOfStops } from '@/lib/deliveries/find-stops-of-person.server';
import { defaultRetentionDays } from '@/lib/shared/orders/default-retention';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import { type Tx, withSystem } from '@/lib/system/db';
import { notifyLive } from '@/lib/system/live/notify';
import { purgeInBatches } from '@/lib/system/purge-in-batches';

/**
 * Deletes the personal data and the links of delivery sheets when the retention time of their store is over. The
 * retention time counts from the creation of the sheet. A sheet that is not confirmed keeps its data until the link has
 * expired, so that the driver can still answer. The amounts and answers stay.
 *
 * If the app has lost the scope clients:read, customers and addresses of all sheets of the store are deleted at once,
 * because they came from the platform. Returns the number of changed sheets and of stops that were changed at once.
 */
export async function purgeStops(): Promise<number> {
  return (await purgeOldSheets()) + (await purgeHiddenContents());
}

function purgeHiddenContents(): Promise<number> {
  return purgeInBatches((limit) =>
    withSystem(
      (tx) => tx.$executeRaw`
        UPDATE delivery_stops p SET content_enc = NULL FROM (
          SELECT stop.install_id, stop.sheet_id, stop.id FROM installs i
          -- LATERAL reads the rows of each install by the primary key. Otherwise PostgreSQL would scan the whole table.
          CROSS JOIN LATERAL (
            SELECT s.install_id, s.sheet_id, s.id FROM delivery_stops s
            WHERE s.install_id = i.install_id AND s.content_enc IS NOT NULL
            ORDER BY s.sheet_id, s.id LIMIT ${limit} FOR UPDATE OF s SKIP LOCKED
          ) AS stop
          WHERE NOT i.effective_scopes @> '{clients:read}'
          LIMIT ${limit}
        ) AS hidden
        WHERE (p.install_id, p.sheet_id, p.id) = (hidden.install_id, hidden.sheet_id, hidden.id)`,
    ),
  );
}

function purgeOldSheets(): Promise<number> {
  return purgeInBatches((limit) =>
    withSystem(
      (tx) => tx.$executeRaw`
        WITH old AS (
          SELECT d.install_id, d.id FROM delivery_sheets d LEFT JOIN settings s ON s.install_id = d.install_id
            AND s.name = 'quoteDataDays' AND jsonb_typeof(s.value) = 'number'
          WHERE d.purged_at IS NULL
            AND d.created_at < now() - coalesce((s.value #>> '{}')::int, ${defaultRetentionDays}) * interval '1 day'
            AND (d.confirmed_at IS NOT NULL OR d.day::date + 2 < current_date)
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
 * Erases a person from all delivery sheets of an install, in the caller's transaction. Amounts and answers stay.
 * Returns the number of changed stops.
 */
export async function purgeStopsOfPerson(
  tx: Tx,
  installId: InstallId,
  person: PersonOfStops,
): Promise<number> {
  const found = await findStopRows(tx, installId, person);
  if (found.length === 0) return 0;
  const sheetIds = [...new Set(found.map(({ sheetId }) => sheetId))].sort();
  // Locks all delivery sheets in the sequence of their ids, so that two erasures cannot deadlock. A transaction that
  // stores an answer or a confirmation also locks its sheet first, so it cannot store a reason after the stop was
  // erased.
  await tx.$executeRaw`
    SELECT 1 FROM delivery_sheets WHERE install_id = ${installId} AND id = ANY(${sheetIds}::uuid[])
    ORDER BY id FOR UPDATE`;
  const { count } = await tx.deliveryStop.updateMany({
    where: { installId, id: { in: found.map(({ id }) => id) } },
    data: { contentEnc: null, reasonEnc: null },
  });
  for (const id of sheetIds) await notifyLive(tx, { installId, kind: 'delivery', id });
  return count;
}
