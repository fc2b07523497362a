import 'server-only';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import { actInInstall, loadDataKeysIn, type Tx, withSystem } from '@/lib/system/db';
import { Prisma } from '@/lib/system/generated/prisma/client';

/**
 * How long the rows of a closed install are stored. A merchant who uninstalled by mistake has one day to install again.
 * The privacy promise is deletion within 48 h (S20).
 */
export const retentionHours = 24;

/** A closed install whose rows are still stored. `until` is the time at which they are purged. */
export type EarlierInstall = { installId: InstallId; until: Date };

/**
 * Switches the transaction to the database role daftar_app for one install, so that row security allows only the rows
 * of that install. The install must be the live install or a closed install of the same store. For any other install,
 * the function throws.
 */
export type ActIn = (installId: InstallId) => Promise<void>;

/**
 * Finds the earlier, closed installs of the store to which the live install belongs. The install that was closed last
 * comes first. The query runs as daftar_system, because a tenant cannot see which installs belong to the same store. A
 * caller cannot choose the store: the app stored the store's id from GET /installation and the token response.
 */
export function findEarlierInstalls(installId: InstallId): Promise<EarlierInstall[]> {
  return withSystem((tx) => select(tx, installId, Prisma.sql`ORDER BY o.revoked_at DESC`));
}

/**
 * Runs one transaction on a live install and the closed installs of the same store. All their rows in
 * `installs` are locked until the transaction ends. So the live install cannot be closed, and a closed
 * install cannot be purged, connected again or imported by another transaction.
 *
 * The role daftar_system is only used to lock these rows. After that, the transaction reads and writes with
 * the tenant's role of one install at a time. So row security checks each row (S25).
 */
export function betweenInstalls<T>(
  installId: InstallId,
  work: (tx: Tx, earlierInstalls: EarlierInstall[], actIn: ActIn) => Promise<T>,
): Promise<T> {
  return withSystem(async (tx) => {
    // The installs are always locked in the same order, so that two transactions cannot deadlock.
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
