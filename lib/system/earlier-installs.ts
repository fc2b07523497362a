import 'server-only';
import type { InstallId } from '@/lib/shared/ids';
import { actInInstall, type Tx, withSystem } from '@/lib/system/db';
import { Prisma } from '@/lib/system/generated/prisma/client';

/** A merchant who uninstalled by mistake has a day; the promise is 48 h. */
export const retentionHours = 24;

/** A closed install whose rows are still held, and until when. */
export type EarlierInstall = { installId: InstallId; until: Date };

/** Makes the transaction act in one of the installs it is about, as the tenant's role; throws for any other. */
export type ActIn = (installId: InstallId) => Promise<void>;

/**
 * The installs that a store left before this live one, the last closed first. It stands here, as daftar_system, since
 * which installs are of one store is seen by no tenant. Whose store an install is was said by GET /installation and the
 * token response, never by a caller.
 */
export function findEarlierInstalls(installId: InstallId): Promise<EarlierInstall[]> {
  return withSystem((tx) => select(tx, installId, Prisma.sql`ORDER BY o.revoked_at DESC`));
}

/**
 * One transaction between a live install and those that its store left. Both sides are held to its end: the new one can't
 * be closed, an old one neither purged nor connected again nor emptied by somebody else. System work ends with that:
 * what moves is taken and given as the tenant's role of one side, so that row security judges each row.
 */
export function betweenInstalls<T>(
  installId: InstallId,
  work: (tx: Tx, earlierInstalls: EarlierInstall[], actIn: ActIn) => Promise<T>,
): Promise<T> {
  return withSystem(async (tx) => {
    // In one order, whoever asks.
    const earlierInstalls = await select(
      tx,
      installId,
      Prisma.sql`ORDER BY o.install_id FOR UPDATE OF o FOR SHARE OF n`,
    );
    const sides = new Set([installId, ...earlierInstalls.map((old) => old.installId)]);
    return work(tx, earlierInstalls, async (side) => {
      if (!sides.has(side)) throw new Error(`${side} is no install that ${installId} may have things of`);
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
