import 'server-only';
import pg from 'pg';
import { z } from 'zod';
import { systemQuery } from '@/lib/system/db';

/** A row of a table as PostgreSQL's to_jsonb returns it. */
const Row = z.record(z.string(), z.unknown());
export type Row = z.infer<typeof Row>;

/**
 * What the ledger stores of one install: its rows of the four tables. The values stay encrypted, and their
 * encryption is bound to the row, so they can be copied back to the same row. A missing part is not known. A
 * part that is null does not exist; only a closed install may have such a part.
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
  INSERT INTO ledger_state VALUES (1, 0) ON CONFLICT DO NOTHING`;

const State = z.tuple([z.object({ shipments: z.coerce.number().int() })]);

/**
 * Runs a transaction in the ledger's database, and creates its two tables if they are missing. Only one transaction
 * runs at a time, in any process. `shipments` is the number of shipments that the ledger has received.
 */
export async function inLedger<T>(
  url: string,
  work: (ledger: pg.Client, shipments: number) => Promise<T>,
): Promise<T> {
  const ledger = new pg.Client({
    connectionString: url,
    application_name: 'daftar-ledger',
    connectionTimeoutMillis: 5_000,
    query_timeout: 20_000,
  });
  // Without a listener, the error of a broken connection would end the process. The next query then fails.
  ledger.on('error', () => undefined);
  await ledger.connect();
  try {
    const { rows: found } = await ledger.query(`SELECT to_regclass('ledger_state') IS NOT NULL AS is_ready`);
    if (!z.tuple([z.object({ is_ready: z.boolean() })]).parse(found)[0].is_ready) await ledger.query(tables);
    await ledger.query('BEGIN');
    const { rows } = await ledger.query('SELECT shipments FROM ledger_state FOR UPDATE');
    const result = await work(ledger, State.parse(rows)[0].shipments);
    await ledger.query('COMMIT');
    return result;
  } finally {
    await ledger.end();
  }
}

/** Returns how many shipments this database has sent to the ledger. */
export async function readShipments(): Promise<number> {
  return State.parse(await systemQuery('SELECT shipments FROM ledger_state', []))[0].shipments;
}

/**
 * Error if the ledger has received more shipments than this database has sent. This means that this database
 * was restored from a backup. Its tokens are old, and the platform revokes all tokens of a store when it
 * receives an old refresh token.
 */
export class RestoredDatabase extends Error {
  override name = 'RestoredDatabase';
  constructor() {
    super(
      'The ledger is newer than the database, so the database was restored from a backup. ' +
        'Run npm run backup:resume before you start the app and the worker (docs/operating.md#restore).',
    );
  }
}
