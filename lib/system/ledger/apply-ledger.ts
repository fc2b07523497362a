import 'server-only';
import type pg from 'pg';
import { z } from 'zod';
import { systemQuery, type Tx, withSystem } from '@/lib/system/db';
import { inLedger, LedgerEntry, type LedgerState, type Row } from '@/lib/system/ledger/ledger-database';
import {
  isOwnLedger,
  LedgerMismatch,
  OtherLedger,
  pairWithLedger,
  readOwnState,
} from '@/lib/system/ledger/meet-ledger';

const batch = 200;

/**
 * Numbers of installs in the secret ledger (the second database with the newest tokens and keys). They are counted by
 * what was done in the restored database.
 *
 * - `current`: installs that the database had
 * - `added`: installs that the database did not have
 * - `erased`: installs that were erased after the backup; their keys are now deleted from the database too
 */
export type AppliedLedger = { current: number; added: number; erased: number };

/**
 * Writes the tokens, secrets, keys and states of the secret ledger (a copy on another server) into a restored database.
 * App and worker must not run meanwhile. A second call is safe.
 *
 * - An install that was erased since the backup loses its keys at once, and the next purge deletes its other rows.
 * - An install that the backup does not have is added.
 * - An install whose newer values still wait to be copied to the ledger keeps its values.
 *
 * Throws LedgerMismatch and changes nothing in these cases:
 *
 * - The ledger may be that of another deployment.
 * - The ledger is older than the database. Then its tokens are old, and the platform revokes all tokens of a store when
 *   it receives an old refresh token.
 * - `onlyRestored` is true, and the database was not restored or moved.
 *
 * @param options.takesLedger whether to trust a ledger that has no install in common with the database. This option
 * matters only if the ledger or the database has no deployment id yet. If both have an id, the ids must be equal.
 * @param options.onlyRestored whether to refuse a database that was not restored or moved since its last contact with
 * the ledger. Such a database can have newer tokens, which were not copied to the ledger yet @param options.finish the
 * last part of the restore. If it fails, the database still counts as older than the ledger, so app and worker do not
 * start
 */
export async function applyLedger(
  url: string,
  options: { takesLedger?: boolean; onlyRestored?: boolean; finish?: () => Promise<void> } = {},
): Promise<AppliedLedger> {
  const applied: AppliedLedger = { current: 0, added: 0, erased: 0 };
  const apply = async (ledger: pg.Client, state: LedgerState) => {
    const own = await readOwnState();
    const areKnown = own.deployment !== null && state.deployment !== null;
    if (!(await isOwnLedger(ledger, state, own)) && (areKnown || !options.takesLedger))
      throw areKnown ? new OtherLedger() : new LedgerMismatch(noStoreInCommon);
    if (state.shipments > 0 && state.shipments < own.shipments) throw new LedgerMismatch(olderLedger);
    if (options.onlyRestored && state.shipments <= own.shipments && own.place === own.placeNow)
      throw new LedgerMismatch(notRestored);
    // If the secret ledger has received no shipment (copy of secrets) after the backup, the restored database may have
    // newer values than the ledger. The installs with such values are still marked in `ledger_marks`, and they keep
    // their values.
    const waiting =
      state.shipments > own.shipments
        ? []
        : await systemQuery<{ id: string }>('SELECT install_id AS id FROM ledger_marks', []);
    const newer = new Set(waiting.map(({ id }) => id));
    const Entries = z.array(z.object({ install_id: z.string(), entry: LedgerEntry }));
    for (let after = ''; ; ) {
      const { rows } = await ledger.query(
        `SELECT install_id, entry FROM ledger_entries WHERE install_id > $1 ORDER BY install_id LIMIT ${batch}`,
        [after],
      );
      const entries = Entries.parse(rows);
      for (const { install_id, entry } of entries)
        if (!newer.has(install_id)) applied[await withSystem((tx) => applyEntry(tx, install_id, entry))] += 1;
      if (entries.length < batch) break;
      after = entries.at(-1)?.install_id ?? '';
    }
    await options.finish?.();
    await withSystem(
      (tx) => tx.$executeRaw`UPDATE ledger_state SET shipments = greatest(shipments, ${state.shipments})`,
    );
    await pairWithLedger(ledger, state, own);
  };
  await inLedger(url, apply, { mayPause: true });
  return applied;
}

const noStoreInCommon =
  'The ledger has no store that this database has, so it may be the ledger of another deployment. If it is the ledger ' +
  'of this one, run npm run backup:resume -- --take-ledger.';

const olderLedger =
  'The ledger is older than the database: it lacks shipments that the database has sent, so its tokens are old. If ' +
  'LEDGER_DATABASE_URL is a copy of the ledger, set it to the newest one. If there is no newer one, set it to a new, ' +
  'empty database (docs/operating.md#the-ledger). Then run npm run backup:resume again.';

const notRestored =
  'The database was not restored or moved since its last contact with the ledger, for example because ' +
  'npm run backup:resume has already ended. Nothing is to be resumed: start the app and the worker. To resume it anyway, ' +
  'run npm run backup:resume -- --again.';

async function applyEntry(tx: Tx, installId: string, entry: LedgerEntry): Promise<keyof AppliedLedger> {
  const restored = await tx.install.findUnique({ where: { installId }, select: { status: true } });
  const isErased = entry.install.status === 'purged';
  if (isErased && restored && restored.status !== 'purged') {
    // The status of an erased install is set to revoked and not to purged. So the next purge deletes the rows that the
    // restore brought back.
    await tx.install.update({
      where: { installId },
      data: { status: 'revoked', revokedAt: z.coerce.date().parse(entry.install.revoked_at) },
    });
    await replaceRows(tx, 'install_tokens', installId, []);
    await replaceRows(tx, 'webhook_secrets', installId, []);
    await replaceRows(tx, 'data_keys', installId, []);
    return 'erased';
  }
  if (restored) await updateInstall(tx, installId, entry.install);
  else await insertRows(tx, 'installs', [entry.install]);
  // The restored data keys are not deleted, because a restored row may be encrypted with a data key that was
  // replaced after the backup.
  const newerKey =
    'ON CONFLICT (install_id, version) DO UPDATE SET id = excluded.id, key_enc = excluded.key_enc';
  await insertRows(tx, 'data_keys', entry.dataKeys ?? [], newerKey);
  if (entry.tokens !== undefined)
    await replaceRows(tx, 'install_tokens', installId, entry.tokens ? [entry.tokens] : []);
  if (entry.secret !== undefined)
    await replaceRows(tx, 'webhook_secrets', installId, entry.secret ? [entry.secret] : []);
  if (isErased) return 'erased';
  return restored ? 'current' : 'added';
}

/**
 * Updates the status and the scopes of a restored install. Other values, such as its default role, stay as
 * they were restored.
 */
async function updateInstall(tx: Tx, installId: string, install: Row): Promise<void> {
  await tx.$executeRawUnsafe(
    `UPDATE installs i SET status = n.status, revoked_at = n.revoked_at, granted_scopes = n.granted_scopes,
       effective_scopes = n.effective_scopes
     FROM jsonb_populate_record(NULL::installs, $2::jsonb) n WHERE i.install_id = $1`,
    installId,
    JSON.stringify(install),
  );
}

type LedgerTable = 'installs' | 'install_tokens' | 'webhook_secrets' | 'data_keys';

async function replaceRows(tx: Tx, table: LedgerTable, installId: string, rows: Row[]): Promise<void> {
  await tx.$executeRawUnsafe(`DELETE FROM ${table} WHERE install_id = $1`, installId);
  await insertRows(tx, table, rows);
}

/**
 * Inserts rows of the secret ledger (the copy of the newest secrets on another server) into a table of the app's
 * database. Another release may have written these rows, with other columns. So only the columns that exist in both the
 * rows and the table are written.
 */
async function insertRows(tx: Tx, table: LedgerTable, rows: Row[], onConflict = ''): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = await tx.$queryRaw<{ name: string }[]>`
    SELECT attname AS name FROM pg_attribute
    WHERE attrelid = ${table}::regclass AND attnum > 0 AND NOT attisdropped AND attname = ANY(${Object.keys(first)})`;
  const names = columns.map(({ name }) => `"${name}"`).join();
  await tx.$executeRawUnsafe(
    `INSERT INTO ${table} (${names}) SELECT ${names} FROM jsonb_populate_recordset(NULL::${table}, $1::jsonb) ${onConflict}`,
    JSON.stringify(rows),
  );
}
