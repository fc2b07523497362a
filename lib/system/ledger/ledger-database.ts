import 'server-only';
import pg from 'pg';
import { z } from 'zod';

/** A row of a table as PostgreSQL's to_jsonb returns it. */
const Row = z.record(z.string(), z.unknown());
export type Row = z.infer<typeof Row>;

/**
 * What the secret ledger (a copy of the newest secrets on another server) stores of one install: the rows of the
 * install in four tables. Secret values stay encrypted. Their encryption is bound to their row, so they can be copied
 * back only to the same row. A part that is absent was never sent to the ledger. A part is null if the database had no
 * row for it when a closed install was sent.
 */
export const LedgerEntry = z.object({
  install: Row,
  tokens: Row.nullish(),
  secret: Row.nullish(),
  dataKeys: z.array(Row).optional(),
});
export type LedgerEntry = z.infer<typeof LedgerEntry>;

const tables = `
  CREATE TABLE IF NOT EXISTS ledger_entries (
    install_id text PRIMARY KEY, entry jsonb NOT NULL, shipped_at timestamptz NOT NULL DEFAULT now());
  CREATE TABLE IF NOT EXISTS ledger_state (id integer PRIMARY KEY CHECK (id = 1), shipments bigint NOT NULL);
  ALTER TABLE ledger_state ADD COLUMN IF NOT EXISTS deployment text;
  INSERT INTO ledger_state VALUES (1, 0) ON CONFLICT DO NOTHING`;

/**
 * SQL query: whether the database of the secret ledger (the copy of the newest secrets on another server) has the
 * ledger's tables, with the columns that the running release needs.
 */
const isReadySql = `SELECT EXISTS (SELECT FROM pg_attribute
  WHERE attrelid = to_regclass('ledger_state') AND attname = 'deployment' AND NOT attisdropped) AS is_ready`;

/** Facts that the secret ledger (the copy of the newest secrets on another server) stores about itself. */
const LedgerState = z.object({
  /**
   * Number of shipments that the secret ledger has received. A shipment is one copy of the newest secrets of changed
   * installs.
   */
  shipments: z.coerce.number().int(),
  /**
   * Random id of the deployment that uses the secret ledger. Null if only an earlier release has used the ledger,
   * because earlier releases had no such id.
   */
  deployment: z.string().nullable(),
});
export type LedgerState = z.infer<typeof LedgerState>;

/**
 * Time limits of one transaction in the ledger. Without them, a process that stopped answering while it held the row of
 * `ledger_state` would keep all other processes from the ledger. A wait for the row and a statement end before the limit
 * of the client (`query_timeout`), so PostgreSQL ends them and not the client, which would leave the statement running.
 */
const limits = `SET LOCAL lock_timeout = '10s'; SET LOCAL statement_timeout = '15s';
  SET LOCAL idle_in_transaction_session_timeout = '30s'`;
const noPauseLimit = 'SET LOCAL idle_in_transaction_session_timeout = 0';

/**
 * Runs a transaction in the database of the secret ledger (the copy of the newest secrets on another server). Creates
 * the two tables of the ledger if they are missing. Only one transaction of this function runs at a time, among all
 * processes.
 *
 * @param mayPause whether `work` may take longer than 30 s between two statements in the ledger. Only a restore may,
 * because no app and no worker runs meanwhile
 */
export async function inLedger<T>(
  url: string,
  work: (ledger: pg.Client, state: LedgerState) => Promise<T>,
  { mayPause = false } = {},
): Promise<T> {
  const ledger = new pg.Client({
    connectionString: url,
    application_name: 'daftar-ledger',
    connectionTimeoutMillis: 5_000,
    query_timeout: 20_000,
  });
  // A broken connection emits an error event, which would end the process without a listener. With the listener, only
  // the next query fails.
  ledger.on('error', () => undefined);
  await ledger.connect();
  try {
    const { rows: found } = await ledger.query(isReadySql);
    if (!z.tuple([z.object({ is_ready: z.boolean() })]).parse(found)[0].is_ready) await ledger.query(tables);
    await ledger.query(`BEGIN; ${mayPause ? `${limits}; ${noPauseLimit}` : limits}`);
    const { rows } = await ledger.query('SELECT shipments, deployment FROM ledger_state FOR UPDATE');
    const result = await work(ledger, z.tuple([LedgerState]).parse(rows)[0]);
    await ledger.query('COMMIT');
    return result;
  } finally {
    await ledger.end();
  }
}
