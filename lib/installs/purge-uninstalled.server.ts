import 'server-only';
import { InstallId } from 'commerce-platform-client/contract/ids';
import { forgetDataKeys } from '@/lib/system/keys/data-keys';
import { actInInstall, type Tx, withSystem } from '@/lib/system/db';
import { Prisma } from '@/lib/system/generated/prisma/client';
import { retentionHours } from '@/lib/system/earlier-installs';
import { log } from '@/lib/system/log';
import { metrics } from '@/lib/system/metrics/metrics';
import { purgeInBatches } from '@/lib/system/purge-in-batches';
import { tables } from '@/lib/system/tables';

/**
 * Tables in the sequence in which a purge deletes their rows. The row of the install stays, without the name of the
 * store. By this row, the app recognizes late events and does not process them.
 *
 * - The sweeps (reads of whole lists of the platform) are first. If the store is connected again during the purge,
 *   new sweeps then read everything.
 * - Bulk items are before bulk runs, because deleting a bulk run would delete all its items in one statement.
 */
const tenantTables = new Set([
  'sweeps',
  'bulk_items',
  ...Object.entries(tables).flatMap(([name, role]) =>
    role === 'system' || name === 'installs' ? [] : [name],
  ),
]);
const systemTables = ['sessions', 'handoffs', 'install_tokens', 'budget_requests', 'budgets'];

/**
 * Deletes all data of installs that were uninstalled at least a day ago, in batches. Returns the number of deleted
 * rows. Each batch locks the install row, as a new grant does, and checks again that the install is still closed.
 */
export async function purgeUninstalled(): Promise<number> {
  const closed = await withSystem(
    (tx) => tx.$queryRaw<{ installId: string }[]>`
      SELECT install_id AS "installId" FROM installs
      WHERE revoked_at < now() - ${retentionHours} * interval '1 hour' AND status <> 'purged'
      ORDER BY revoked_at LIMIT 100`,
  );
  let removed = 0;
  let hasFailed = false;
  // If the purge of one install fails, the purge of the next install still runs.
  for (const { installId } of closed)
    removed += await purgeInstall(InstallId.parse(installId)).catch((error: unknown) => {
      hasFailed = true;
      log.error({ error, installId }, 'purge of an uninstalled store failed; continuing with the next store');
      return 0;
    });
  if (hasFailed) metrics().purgeFailures.inc({ purge: 'uninstalled' });
  return removed;
}

/** SQL condition: an event's row in the inbox still contains data of the event, and not only ids. */
const hasText = Prisma.raw('(body IS NOT NULL OR movement IS NOT NULL OR reason IS NOT NULL)');

/**
 * Deletes all data of one closed install now, including the bodies of its events. A normal purge waits for a day,
 * because a merchant may install the app again. The webhook secrets and the data key stay until no webhook secret is
 * accepted any more; a later purge deletes them. A second call changes nothing. Returns the number of deleted rows;
 * null if the install does not exist or is not closed.
 */
export async function purgeInstallNow(installId: InstallId): Promise<number | null> {
  const closed = await withSystem((tx) =>
    tx.install.count({ where: { installId, revokedAt: { not: null } } }),
  );
  if (closed === 0) return null;
  const bodies = await purgeInBatches((limit) =>
    ifClosedFor(
      installId,
      0,
      (tx) => tx.$executeRaw`
        DELETE FROM inbox_bodies b USING (
          SELECT install_id, event_id, delete_on FROM inbox_bodies WHERE install_id = ${installId} LIMIT ${limit}
        ) said WHERE (b.install_id, b.event_id, b.delete_on) = (said.install_id, said.event_id, said.delete_on)`,
    ),
  );
  const texts = await purgeInBatches((limit) =>
    ifClosedFor(
      installId,
      0,
      (tx) => tx.$executeRaw`
        UPDATE inbox i SET body = NULL, movement = NULL, reason = NULL FROM (
          SELECT install_id, event_id FROM inbox
          WHERE install_id = ${installId} AND state <> 'stored' AND ${hasText} LIMIT ${limit}
        ) said WHERE (i.install_id, i.event_id) = (said.install_id, said.event_id)`,
    ),
  );
  return bodies + texts + (await purgeInstall(installId, 0));
}

/**
 * Deletes the data of one closed install. `closedHours`: the number of hours for which the install must have been
 * closed. Each batch checks this again, because the store can install the app again during the purge.
 */
async function purgeInstall(installId: InstallId, closedHours = retentionHours): Promise<number> {
  const ifClosed = (purge: (tx: Tx) => Promise<number>) => ifClosedFor(installId, closedHours, purge);
  let removed = 0;
  // Sets the default role to owner first, because the purge deletes the roles of all users. If the store installs the
  // app again and gets the same install id (A21), somebody must be an owner.
  await ifClosed(async (tx) => {
    const { count } = await tx.install.updateMany({ where: { installId }, data: { defaultRole: 'owner' } });
    return count;
  });
  for (const table of tenantTables)
    removed += await purgeInBatches((limit) =>
      ifClosed(async (tx) => {
        // The tenant role is used here, because the system role has no access to some tenant tables.
        await actInInstall(tx, installId);
        return removeRows(tx, table, installId, limit);
      }),
    );
  for (const table of systemTables)
    removed += await purgeInBatches((limit) => ifClosed((tx) => removeRows(tx, table, installId, limit)));
  return removed + (await ifClosed((tx) => endPurge(tx, installId)));
}

function removeRows(tx: Tx, table: string, installId: InstallId, limit: number): Promise<number> {
  const name = Prisma.raw(table);
  return tx.$executeRaw`
    DELETE FROM ${name} WHERE install_id = ${installId}
      AND ctid = ANY(ARRAY(SELECT ctid FROM ${name} WHERE install_id = ${installId} LIMIT ${limit}))`;
}

async function ifClosedFor(
  installId: InstallId,
  closedHours: number,
  purge: (tx: Tx) => Promise<number>,
): Promise<number> {
  return withSystem(async (tx) => {
    const lockedRows = await tx.$queryRaw<unknown[]>`
      SELECT 1 FROM installs WHERE install_id = ${installId}
        AND (revoked_at < now() - ${closedHours} * interval '1 hour' OR revoked_at IS NOT NULL AND ${closedHours} = 0)
        FOR UPDATE`;
    return lockedRows.length === 0 ? 0 : purge(tx);
  });
}

/**
 * Runs the last step of the purge of an install: deletes its webhook secrets and its data key, and sets its status to
 * `purged`. While the platform may still retry deliveries that were signed with a secret, the secret stays (M16), and a
 * later purge repeats this step. Without the data key, nobody can decrypt the values of this install in a backup.
 */
async function endPurge(tx: Tx, installId: InstallId): Promise<number> {
  const removed = await tx.$executeRaw`
    DELETE FROM webhook_secrets WHERE install_id = ${installId} AND coalesce(previous_until, now()) <= now()`;
  const left = await tx.webhookSecret.count({ where: { installId } });
  if (left > 0) return removed;
  await tx.dataKey.deleteMany({ where: { installId } });
  forgetDataKeys(installId);
  await tx.install.update({
    where: { installId },
    data: { status: 'purged', storeName: '', storeSlug: '', grantedScopes: [], effectiveScopes: [] },
  });
  return removed;
}

/**
 * Number of days after an uninstall in which events may still arrive. The platform retries an event for 30
 * days. The other 10 days are a margin, because a process may still have a deleted webhook secret in memory
 * and accept an event.
 */
const lateDays = 40;

/**
 * Deletes the bodies of events of closed installs, and the texts of their rows in the inbox. Events that arrived after
 * the purge are included. Returns the number of deleted bodies and changed rows.
 */
export async function purgeBodiesOfUninstalled(): Promise<number> {
  const bodies = await purgeInBatches((limit) =>
    withSystem(
      (tx) => tx.$executeRaw`
        DELETE FROM inbox_bodies b USING (
          SELECT said.install_id, said.event_id, said.delete_on FROM installs s, LATERAL (
            SELECT install_id, event_id, delete_on FROM inbox_bodies
            WHERE install_id = s.install_id LIMIT ${limit} FOR UPDATE SKIP LOCKED
          ) said
          WHERE ${isLate} LIMIT ${limit}
        ) old WHERE (b.install_id, b.event_id, b.delete_on) = (old.install_id, old.event_id, old.delete_on)`,
    ),
  );
  const texts = await purgeInBatches((limit) =>
    withSystem(
      (tx) => tx.$executeRaw`
        UPDATE inbox i SET body = NULL, movement = NULL, reason = NULL FROM (
          SELECT said.install_id, said.event_id FROM installs s, LATERAL (
            SELECT install_id, event_id FROM inbox
            WHERE install_id = s.install_id AND state <> 'stored' AND ${hasText} LIMIT ${limit} FOR UPDATE SKIP LOCKED
          ) said
          WHERE ${isLate} LIMIT ${limit}
        ) old WHERE (i.install_id, i.event_id) = (old.install_id, old.event_id)`,
    ),
  );
  return bodies + texts;
}

/** SQL condition for an install `s` that was closed at least a day ago and may still receive events. */
const isLate = Prisma.sql`s.revoked_at < now() - ${retentionHours} * interval '1 hour'
  AND s.revoked_at > now() - ${lateDays} * interval '1 day'`;
