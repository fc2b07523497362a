import 'server-only';
import { storableJson } from 'commerce-platform-client/contract/storable-text';
import type { Movement } from 'commerce-platform-client/contract/inventory';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import type { Tx } from '@/lib/system/db';

/**
 * Writes stock movements of GET /inventory/movements to the mirror (our copy of the platform's data). The platform
 * never changes a movement. So a stored row can be wrong only if it is provisional: it comes from a webhook event and
 * was not read yet. The read replaces a provisional row (M4). Returns the ids of provisional rows that were wrong, and
 * the variants whose rows were written.
 */
export async function writeMovements(
  tx: Tx,
  installId: InstallId,
  movements: readonly Movement[],
): Promise<{ wrong: string[]; variantIds: string[] }> {
  const rows = [...new Map(movements.map((movement) => [movement.id, movement])).values()];
  const json = storableJson(rows);
  const wrong = await tx.$queryRaw<{ id: string }[]>`
    SELECT stored.id FROM movements stored
    JOIN jsonb_to_recordset(${json}::jsonb) AS read (id text, variant_id text, location_id text, delta bigint,
      stock_after bigint, reason text) ON read.id = stored.id
    WHERE stored.install_id = ${installId} AND stored.sequence IS NULL
      AND (stored.variant_id, stored.location_id, stored.delta, stored.stock_after, stored.reason)
        IS DISTINCT FROM (read.variant_id, read.location_id, read.delta, read.stock_after, read.reason)`;
  const written = await tx.$queryRaw<{ variant_id: string }[]>`
    INSERT INTO movements AS stored (install_id, id, sequence, variant_id, location_id, delta, stock_after, reason,
      occurred_at)
    SELECT ${installId}, id, sequence, variant_id, location_id, delta, stock_after, reason, occurred_at
    FROM jsonb_to_recordset(${json}::jsonb) AS read (id text, sequence bigint, variant_id text, location_id text,
      delta bigint, stock_after bigint, reason text, occurred_at timestamptz)
    ORDER BY id
    ON CONFLICT (install_id, id) DO UPDATE SET
      sequence = excluded.sequence, variant_id = excluded.variant_id, location_id = excluded.location_id,
      delta = excluded.delta, stock_after = excluded.stock_after, reason = excluded.reason,
      occurred_at = excluded.occurred_at
    WHERE stored.sequence IS NULL
    RETURNING variant_id`;
  return {
    wrong: wrong.map(({ id }) => id),
    variantIds: [...new Set(written.map(({ variant_id }) => variant_id))],
  };
}

/**
 * Returns the ids of stock movements that are still provisional: an event reported them, and no read has returned them.
 * At most 1,000 movements that were stored before the time `before` are returned.
 */
export async function unconfirmedMovements(tx: Tx, installId: InstallId, before: Date): Promise<string[]> {
  const rows = await tx.mirrorMovement.findMany({
    where: { installId, sequence: null, storedAt: { lt: before } },
    select: { id: true },
    take: 1_000,
  });
  return rows.map(({ id }) => id);
}

/**
 * Deletes the stock movements with the given ids if they are still provisional (known from an event only). Call this
 * after a complete read of the ledger that did not return these movements.
 */
export async function dropMovements(tx: Tx, installId: InstallId, ids: readonly string[]): Promise<void> {
  await tx.mirrorMovement.deleteMany({ where: { installId, id: { in: [...ids] }, sequence: null } });
}
