import 'server-only';
import { systemQuery } from '@/lib/system/db';
import { env } from '@/lib/system/env';
import { inLedger, LedgerEntry } from '@/lib/system/ledger/ledger-database';
import { LedgerMismatch, meetLedger, readOwnState } from '@/lib/system/ledger/meet-ledger';
import { log } from '@/lib/system/log';

const batch = 100;

/**
 * Copies the newest secrets of installs to the secret ledger (a database on another server). An install is marked in
 * `ledger_marks` when its secrets change. One call copies at most 100 marked installs and returns whether there may be
 * more. Several workers may call this function, because the ledger runs one transaction at a time. If the ledger is
 * empty, all installs are marked first. Throws LedgerMismatch if the database is older than the ledger, or if the
 * ledger is that of another deployment (M17).
 */
export async function shipLedger(): Promise<boolean> {
  const url = env().LEDGER_DATABASE_URL;
  if (!url || !(await hasWork())) return false;
  const shipped = await inLedger(url, async (ledger, state) => {
    // First, the number of shipments (copies of secrets) in the app's database is compared with the number in the
    // secret ledger. Both numbers are then increased: first the number in the app's database, then the number in the
    // ledger. After a crash between these two steps, the app's database has the larger number. So if the ledger has the
    // larger number, the app's database was restored.
    await meetLedger(ledger, state);
    if (state.shipments === 0) await markAll();
    const [next] = await systemQuery<{ shipments: string }>(
      'UPDATE ledger_state SET shipments = shipments + 1 RETURNING shipments',
      [],
    );
    const entries = await readMarked();
    await ledger.query(
      // An open install always has tokens and a key, and nearly always a secret. If one of these rows is missing in the
      // app's database, it may have been deleted by mistake. So the secret ledger keeps its copy of the row.
      `INSERT INTO ledger_entries AS stored (install_id, entry)
       SELECT install_id, entry FROM jsonb_to_recordset($1::jsonb) new (install_id text, entry jsonb)
       ON CONFLICT (install_id) DO UPDATE SET shipped_at = now(), entry = CASE
         WHEN excluded.entry->'install'->>'revoked_at' IS NULL THEN stored.entry || excluded.entry
         ELSE excluded.entry END`,
      [JSON.stringify(entries.map(({ installId, entry }) => ({ install_id: installId, entry })))],
    );
    await ledger.query('UPDATE ledger_state SET shipments = $1', [next?.shipments]);
    return entries;
  });
  await systemQuery(
    `DELETE FROM ledger_marks m USING unnest($1::text[], $2::bigint[]) done (install_id, mark)
     WHERE (m.install_id, m.mark) = (done.install_id, done.mark)`,
    [shipped.map(({ installId }) => installId), shipped.map(({ mark }) => mark)],
  );
  return shipped.length === batch;
}

/**
 * True if at least one install is marked because its secrets must be copied to the secret ledger (the database on
 * another server). Also true if the app's database has installs but has never sent a shipment (a copy of secrets).
 */
async function hasWork(): Promise<boolean> {
  const rows = await systemQuery(
    `SELECT 1 FROM ledger_state WHERE EXISTS (SELECT FROM ledger_marks)
       OR (shipments = 0 AND EXISTS (SELECT FROM installs))`,
    [],
  );
  return rows.length > 0;
}

/**
 * Returns the number of installs whose newest secrets were not yet copied to the secret ledger (the database on another
 * server); null if no ledger is configured.
 */
export async function countLedgerMarks(): Promise<number | null> {
  if (!env().LEDGER_DATABASE_URL) return null;
  const [row] = await systemQuery<{ marks: number }>('SELECT count(*)::int AS marks FROM ledger_marks', []);
  return row?.marks ?? 0;
}

async function markAll(): Promise<void> {
  await systemQuery(
    `INSERT INTO ledger_marks (install_id, mark) SELECT install_id, nextval('mark_seq') FROM installs
     ON CONFLICT DO NOTHING`,
    [],
  );
}

type Marked = { installId: string; mark: string; entry: LedgerEntry };

async function readMarked(): Promise<Marked[]> {
  const rows = await systemQuery<Marked>(
    `SELECT m.install_id AS "installId", m.mark, jsonb_build_object('install', to_jsonb(i), 'tokens', to_jsonb(t),
       'secret', to_jsonb(s), 'dataKeys', (SELECT coalesce(jsonb_agg(to_jsonb(k) ORDER BY k.version), '[]')
         FROM data_keys k WHERE k.install_id = m.install_id)) AS entry
     FROM ledger_marks m JOIN installs i USING (install_id) LEFT JOIN install_tokens t USING (install_id)
       LEFT JOIN webhook_secrets s USING (install_id)
     ORDER BY m.mark LIMIT ${batch}`,
    [],
  );
  return rows.map((row) => ({ ...row, entry: present(LedgerEntry.parse(row.entry)) }));
}

/**
 * Returns the entry of an install that is sent to the secret ledger (the copy of the newest secrets on another server).
 * In the entry of an open install, the parts without a row are left out. In the entry of a closed install, these parts
 * are null or an empty list.
 */
function present({ install, tokens, secret, dataKeys }: LedgerEntry): LedgerEntry {
  if (install.revoked_at !== null) return { install, tokens, secret, dataKeys };
  return {
    install,
    ...(tokens && { tokens }),
    ...(secret && { secret }),
    ...(dataKeys && dataKeys.length > 0 && { dataKeys }),
  };
}

/**
 * Throws LedgerMismatch if the tokens in the app's database must not be used. App and worker call this function before
 * they start. If the secret ledger cannot be reached, only the place of the app's database is checked (readOwnState).
 * App and worker start if this place has not changed since the last contact with the ledger. A database that was
 * restored from a dump or from archived WAL is at another place.
 */
export async function requireCurrentDatabase(): Promise<void> {
  const url = env().LEDGER_DATABASE_URL;
  if (!url) return;
  try {
    await inLedger(url, meetLedger);
  } catch (error) {
    if (error instanceof LedgerMismatch) throw error;
    const { place, placeNow } = await readOwnState();
    if (place !== placeNow) throw new LedgerMismatch(noAnswer, { cause: error });
    log.warn(
      { error },
      'ledger does not answer; starting, because the database was not restored or moved since the last contact',
    );
  }
}

const noAnswer =
  'The ledger (LEDGER_DATABASE_URL) does not answer, and this database was restored or moved since their last ' +
  'contact. Its tokens may be old, so nothing starts until the ledger answers ' +
  '(docs/operating.md#the-ledger).';
