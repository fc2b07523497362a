import 'server-only';
import { buryOrder, writeOrderDetail } from '@/lib/mirror/order-mirror.server';
import { touchSynced } from '@/lib/mirror/sync-state.server';
import type { PlatformClient } from '@/lib/platform/client';
import { PlatformError } from '@/lib/platform/platform-error';
import { OrderId } from '@/lib/shared/ids';
import type { InstallId } from '@/lib/shared/ids';
import { crashPoint } from '@/lib/system/crash-point';
import { nextFence, tenantDb, withSystem } from '@/lib/system/db';

/** An entity that some event pointed at; `mark` is the newest mark seen when it was claimed. */
export type DirtyEntity = { installId: InstallId; kind: string; entityId: string; mark: bigint };

const leaseMs = 30_000;

/** Entities of one install that are read at once: its budget is its own, and the others' turns are not. */
const perInstallMax = 4;

/** Claims marks that are due: installs take turns, and within one the longest waiting goes first. */
export async function claimDirty(limit: number): Promise<DirtyEntity[]> {
  return withSystem(
    (tx) => tx.$queryRaw<DirtyEntity[]>`
      WITH leased AS (
        SELECT install_id, count(*) AS held FROM dirty_marks WHERE lease_until > now() GROUP BY install_id
      ), waiting AS (
        SELECT m.install_id, m.kind, m.entity_id, m.next_attempt_at,
          coalesce(l.held, 0) + row_number() OVER (PARTITION BY m.install_id ORDER BY m.next_attempt_at) AS turn
        FROM dirty_marks m LEFT JOIN leased l USING (install_id)
        WHERE m.next_attempt_at <= now() AND (m.lease_until IS NULL OR m.lease_until < now())
      ), due AS (
        SELECT d.install_id, d.kind, d.entity_id FROM waiting w JOIN dirty_marks d USING (install_id, kind, entity_id)
        WHERE w.turn <= ${perInstallMax} AND (d.lease_until IS NULL OR d.lease_until < now())
        ORDER BY w.turn, w.next_attempt_at LIMIT ${limit} FOR UPDATE OF d SKIP LOCKED
      )
      UPDATE dirty_marks d SET lease_until = now() + ${leaseMs} * interval '1 ms'
      FROM due WHERE (d.install_id, d.kind, d.entity_id) = (due.install_id, due.kind, due.entity_id)
      RETURNING d.install_id AS "installId", d.kind, d.entity_id AS "entityId", d.mark`,
  );
}

/** Reads a dirty order once, however many events pointed at it, and writes it to the mirror. */
export async function readDirtyOrder(entity: DirtyEntity, platform: PlatformClient): Promise<void> {
  const { installId } = entity;
  const db = tenantDb(installId);
  const id = OrderId.parse(entity.entityId);
  const fence = await db.transaction(nextFence);
  const detail = await platform.getOrder(id).then(
    ({ body }) => body.data,
    (error: unknown) => {
      if (error instanceof PlatformError && error.status === 404) return null;
      throw error;
    },
  );
  crashPoint('mark.before_store');
  await db.transaction(async (tx) => {
    if (detail) await writeOrderDetail(tx, installId, detail, { fence, byEvent: true });
    else await buryOrder(tx, installId, id, { fence, byEvent: true });
    await touchSynced(tx, installId);
  });
  await clearMark(entity);
}

/** Clears the mark unless a newer one came while we read (mirror M7); that one is due at once. */
export async function clearMark(entity: DirtyEntity): Promise<void> {
  const { installId, kind, entityId, mark } = entity;
  await withSystem(async (tx) => {
    await tx.dirtyMark.deleteMany({ where: { installId, kind, entityId, mark } });
    await tx.dirtyMark.updateMany({
      // Marks are unique but commit in any order: one that came meanwhile may be the lower.
      where: { installId, kind, entityId, mark: { not: mark } },
      data: { leaseUntil: null },
    });
  });
}

/** The entity could not be read: try again later, further apart each time, at most every 5 minutes. */
export async function postponeMark(entity: DirtyEntity): Promise<void> {
  const { installId, kind, entityId } = entity;
  await withSystem(
    (tx) => tx.$executeRaw`
      UPDATE dirty_marks SET lease_until = NULL, attempts = attempts + 1,
        next_attempt_at = now() + least(300, power(2, least(attempts, 10))) * interval '1 second'
      WHERE install_id = ${installId} AND kind = ${kind} AND entity_id = ${entityId}`,
  );
}
