import 'server-only';
import type { InstallId } from '@/lib/shared/ids';
import { actInInstall, loadDataKeysIn, type Tx, withSystem } from '@/lib/system/db';
import { Prisma } from '@/lib/system/generated/prisma/client';

/**
 * How long a closed install's rows are stored. A merchant who uninstalled by mistake has a day; the promised deletion
 * is within 48 h (S20).
 */
export const retentionHours = 24;

/** A closed install with stored rows, and the time at which the rows are purged. */
export type EarlierInstall = { installId: InstallId; until: Date };

/**
 * Switches the transaction to one of the two installs of this import, with the tenant's role. Throws for any other
 * install.
 */
export type ActIn = (installId: InstallId) => Promise<void>;

/**
 * Finds the earlier, closed installs of this live install's store, the last closed first. This runs as daftar_system,
 * because no tenant can see which installs belong to one store. The store of an install comes from GET /installation
 * and the token response, never from a caller.
 */
export function findEarlierInstalls(installId: InstallId): Promise<EarlierInstall[]> {
  return withSystem((tx) => select(tx, installId, Prisma.sql`ORDER BY o.revoked_at DESC`));
}

/**
 * Runs one transaction between a live install and the closed installs of the same store. All install rows are locked
 * until its end: the new install cannot be closed, and an old install cannot be purged, connected again or imported by
 * another transaction.
 *
 * Work as daftar_system ends once the rows are locked. Rows are then read and written with the tenant's role of one
 * side, so that row security checks each row (S25).
 */
export function betweenInstalls<T>(
  installId: InstallId,
  work: (tx: Tx, earlierInstalls: EarlierInstall[], actIn: ActIn) => Promise<T>,
): Promise<T> {
  return withSystem(async (tx) => {
    // A fixed order of locks, so that two transactions cannot deadlock.
    const earlierInstalls = await select(
      tx,
      installId,
      Prisma.sql`ORDER BY o.install_id FOR UPDATE OF o FOR SHARE OF n`,
    );
    const sides = new Set<string>([installId, ...earlierInstalls.map((old) => old.installId)]);
    await loadDataKeysIn(tx, [...sides]);
    return work(tx, earlierInstalls, async (side) => {
      if (!sides.has(side))
        throw new Error(`${side} is not an earlier installation of the store of ${installId}`);
      await actInInstall(tx, side);
    });
  });
}

function select(tx: Tx, installId: InstallId, rest: Prisma.Sql): Promise<EarlierInstall[]> {
  return tx.$queryRaw<EarlierInstall[]>`
    SELECT o.install_id AS "installId", o.revoked_at + ${retentionHours} * interval '1 hour' AS until
    FROM installs n JOIN installs o ON o.store_id = n.store_id AND o.install_id <> n.install_id
    WHERE n.install_id = ${installId} AND n.revoked_at IS NULL
      AND o.status <> 'purged' AND o.revoked_at > now() - ${retentionHours} * interval '1 hour' ${rest}`;
}
