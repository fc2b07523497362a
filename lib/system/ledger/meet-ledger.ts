import 'server-only';
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { z } from 'zod';
import { systemQuery } from '@/lib/system/db';
import type { LedgerState } from '@/lib/system/ledger/ledger-database';

/**
 * The state of the app's database that is compared with the state of its secret ledger. The secret ledger is a database
 * on another server with a copy of the newest secrets.
 */
export type OwnLedgerState = LedgerState & {
  /**
   * Place of the app's database at its last contact with the secret ledger: server, database and timeline
   * (readOwnState). Null if there was no contact.
   */
  place: string | null;
  /** Present place of the app's database: server, database and timeline (readOwnState). */
  placeNow: string;
};

const OwnState = z.tuple([
  z.object({
    shipments: z.coerce.number().int(),
    deployment: z.string().nullable(),
    place: z.string().nullable(),
    placeNow: z.string(),
  }),
]);

/**
 * Reads the state of the app's database. The place of the database consists of the id of the server, the number of the
 * database and the timeline of the WAL. The place shows whether the database was restored or moved: a restored dump is
 * on another server or has another number, and a restore from archived WAL starts another timeline.
 */
export async function readOwnState(): Promise<OwnLedgerState> {
  const rows = await systemQuery(
    `SELECT shipments, deployment, place, concat_ws('/', (SELECT system_identifier FROM pg_control_system()),
       (SELECT oid FROM pg_database WHERE datname = current_database()),
       left(pg_walfile_name(pg_current_wal_lsn()), 8)) AS "placeNow"
     FROM ledger_state`,
    [],
  );
  return OwnState.parse(rows)[0];
}

/**
 * Returns true if the app's database and the secret ledger (the copy of the newest secrets on another server) belong to
 * the same deployment. If both contain a deployment id, the ids must be equal. If one of the ids is missing, one of
 * these conditions must be met:
 *
 * - The ledger has never received a copy of secrets (`shipments` is 0), because it is new or replaces a lost ledger.
 * - At least one install is in both databases.
 */
export async function isOwnLedger(
  ledger: pg.Client,
  state: LedgerState,
  own: OwnLedgerState,
): Promise<boolean> {
  if (own.deployment !== null && state.deployment !== null) return own.deployment === state.deployment;
  if (state.shipments === 0) return true;
  const { rows } = await ledger.query<{ install_id: string }>('SELECT install_id FROM ledger_entries');
  const shared = await systemQuery('SELECT 1 FROM installs WHERE install_id = ANY($1) LIMIT 1', [
    rows.map(({ install_id }) => install_id),
  ]);
  return shared.length > 0;
}

/**
 * Stores the same deployment id in the app's database and in the secret ledger. Also stores the present place of the
 * app's database (readOwnState). Writes only values that changed.
 */
export async function pairWithLedger(
  ledger: pg.Client,
  state: LedgerState,
  own: OwnLedgerState,
): Promise<void> {
  const deployment = state.deployment ?? own.deployment ?? randomUUID();
  if (own.deployment !== deployment || own.place !== own.placeNow)
    await systemQuery('UPDATE ledger_state SET deployment = $1, place = $2', [deployment, own.placeNow]);
  if (state.deployment !== deployment)
    await ledger.query('UPDATE ledger_state SET deployment = $1', [deployment]);
}

/**
 * Checks, in a transaction of the ledger's database, that the app's database may use this secret ledger (M17). If it
 * may, returns the state of the app's database. If it may not, throws OtherLedger or RestoredDatabase. Changes nothing.
 */
export async function checkLedger(ledger: pg.Client, state: LedgerState): Promise<OwnLedgerState> {
  const own = await readOwnState();
  if (!(await isOwnLedger(ledger, state, own))) throw new OtherLedger();
  if (state.shipments > own.shipments) throw new RestoredDatabase();
  return own;
}

/**
 * Checks that the app's database may use the secret ledger (checkLedger). Then stores the same deployment id in both
 * databases (pairWithLedger).
 */
export async function meetLedger(ledger: pg.Client, state: LedgerState): Promise<void> {
  await pairWithLedger(ledger, state, await checkLedger(ledger, state));
}

/**
 * Error if the app's database and the secret ledger (the copy of the newest secrets on another server) do not fit
 * together. No process that uses tokens may run until a person has repaired the problem.
 */
export class LedgerMismatch extends Error {
  override name = 'LedgerMismatch';
}

/**
 * Error for an app's database that was restored from a backup. The sign is that the secret ledger has received more
 * shipments (copies of secrets) than the database has recorded as sent. The tokens in the database are therefore old.
 * If the app sent an old refresh token, the platform would revoke all tokens of that store.
 */
export class RestoredDatabase extends LedgerMismatch {
  override name = 'RestoredDatabase';
  constructor() {
    super(
      'The ledger is newer than the database, so the database was restored from a backup. ' +
        'Run npm run backup:resume before you start the app and the worker (docs/operating.md#restore).',
    );
  }
}

/**
 * Error if the secret ledger (the copy of the newest secrets on another server) has the stores of another deployment.
 * Nothing is read from this ledger and nothing is written to it.
 */
export class OtherLedger extends LedgerMismatch {
  override name = 'OtherLedger';
  constructor() {
    super(
      'LEDGER_DATABASE_URL is the ledger of another deployment. Each deployment needs a ledger of its own ' +
        '(docs/operating.md#the-ledger).',
    );
  }
}
