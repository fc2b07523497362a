import 'server-only';
import { InstallId } from '@/lib/shared/ids';
import { actInInstall, type Tx, withSystem } from '@/lib/system/db';
import { Prisma } from '@/lib/system/generated/prisma/client';
import { retentionHours } from '@/lib/system/earlier-installs';
import { log } from '@/lib/system/log';
import { purgeInBatches } from '@/lib/system/purge-in-batches';
import { tables } from '@/lib/system/tables';

/**
 * Sweeps go first: an install that comes back meanwhile reads everything anew, whatever of it is gone by then. Items
 * before their runs, which would take them along all at once. The row of the install stays, without what names the
 * store: late events of it are known by it, and kept out.
 */
const tenantTables = new Set([
  ...['sweeps', 'bulk_items'],
  ...Object.entries(tables).flatMap(([name, role]) =>
    role === 'system' || name === 'installs' ? [] : [name],
  ),
]);
const systemTables = ['sessions', 'handoffs', 'install_tokens', 'budget_asks', 'budgets'];

/**
 * Removes all there is of installs that were uninstalled a day ago, in batches. Answers how many rows. Each batch asks
 * again, under the lock that a new grant takes too, whether the install is still closed.
 */
export async function purgeUninstalled(): Promise<number> {
  const closed = await withSystem(
    (tx) => tx.$queryRaw<{ installId: string }[]>`
      SELECT install_id AS "installId" FROM installs
      WHERE revoked_at < now() - ${retentionHours} * interval '1 hour' AND status <> 'purged'
      ORDER BY revoked_at LIMIT 100`,
  );
  let removed = 0;
  // The next one is not to wait for it.
  for (const { installId } of closed)
    removed += await purgeInstall(InstallId.parse(installId)).catch((error: unknown) => {
      log.error({ error, installId }, 'an uninstalled store could not be purged');
      return 0;
    });
  return removed;
}

async function purgeInstall(installId: InstallId): Promise<number> {
  let removed = 0;
  for (const table of tenantTables)
    removed += await purgeInBatches((limit) =>
      ifClosed(installId, async (tx) => {
        // Some tables are closed to system work.
        await actInInstall(tx, installId);
        return removeRows(tx, table, installId, limit);
      }),
    );
  for (const table of systemTables)
    removed += await purgeInBatches((limit) =>
      ifClosed(installId, (tx) => removeRows(tx, table, installId, limit)),
    );
  return removed + (await ifClosed(installId, (tx) => endPurge(tx, installId)));
}

function removeRows(tx: Tx, table: string, installId: InstallId, limit: number): Promise<number> {
  const name = Prisma.raw(table);
  return tx.$executeRaw`
    DELETE FROM ${name} WHERE ctid = ANY(ARRAY(SELECT ctid FROM ${name} WHERE install_id = ${installId} LIMIT ${limit}))`;
}

async function ifClosed(installId: InstallId, purge: (tx: Tx) => Promise<number>): Promise<number> {
  return withSystem(async (tx) => {
    const lockedRows = await tx.$queryRaw<unknown[]>`
      SELECT 1 FROM installs WHERE install_id = ${installId}
        AND revoked_at < now() - ${retentionHours} * interval '1 hour' FOR UPDATE`;
    return lockedRows.length === 0 ? 0 : purge(tx);
  });
}

/** Secrets stay while deliveries that were signed with them are still tried (mirror M16); the purge then comes again. */
async function endPurge(tx: Tx, installId: InstallId): Promise<number> {
  const removed = await tx.$executeRaw`
    DELETE FROM webhook_secrets WHERE install_id = ${installId} AND coalesce(previous_until, now()) <= now()`;
  const left = await tx.webhookSecret.count({ where: { installId } });
  if (left === 0)
    await tx.install.update({
      where: { installId },
      data: { status: 'purged', storeName: '', storeSlug: '', grantedScopes: [], effectiveScopes: [] },
    });
  return removed;
}

/** A process may know a secret for a while that is gone, and the platform sends an event again for 30 days. */
const lateDays = 40;

/** Empties what events of closed installs said, those too that came after the purge. Answers how many. */
export async function purgeBodiesOfUninstalled(): Promise<number> {
  return purgeInBatches((limit) =>
    withSystem(
      (tx) => tx.$executeRaw`
        UPDATE inbox i SET body = NULL, movement = NULL, reason = NULL FROM (
          SELECT said.install_id, said.event_id FROM installs s, LATERAL (
            SELECT install_id, event_id FROM inbox
            WHERE install_id = s.install_id AND state <> 'stored' AND body IS NOT NULL LIMIT ${limit} FOR UPDATE SKIP LOCKED
          ) said
          WHERE s.revoked_at < now() - ${retentionHours} * interval '1 hour'
            AND s.revoked_at > now() - ${lateDays} * interval '1 day'
          LIMIT ${limit}
        ) old WHERE (i.install_id, i.event_id) = (old.install_id, old.event_id)`,
    ),
  );
}
