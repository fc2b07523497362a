import 'server-only';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { loadDataKeys as load, readDataKeys } from '@/lib/system/keys/data-keys';
import { env } from '@/lib/system/env';
import { Prisma, PrismaClient } from '@/lib/system/generated/prisma/client';
import { createFairShares } from '@/lib/system/fair-shares';
import { log } from '@/lib/system/log';
import { isClusterSql, sendInstallToNodes } from '@/lib/system/statements/act-on-cluster';
import { type LoggedMessage, logStatements } from '@/lib/system/statements/log-statements';
import { metrics } from '@/lib/system/metrics/metrics';
import {
  checkReplica,
  readFromReplica,
  replicaStatementMs,
  type ReadServers,
  type ReplicaProblem,
} from '@/lib/system/read-replica';
import { applicationName, processFacts } from '@/lib/system/process/process-facts';
import { createStatementNames } from '@/lib/system/statements/statement-names';
import type { InstallId } from 'commerce-platform-client/contract/ids';

/** A database transaction with the role daftar_app or daftar_system. */
export type Tx = Prisma.TransactionClient;

/** Access to the database for one install. Row security allows only the rows of that install (D11, S25). */
export type TenantDb = {
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * Runs a transaction that only reads. It may run on the read replica (DATABASE_READ_URL), but it sees everything that
   * was committed before the call. The work must not have effects, because it may run twice.
   */
  read<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
};

const transactionLimits = { maxWait: 5_000, timeout: 20_000 };

/**
 * Time limits that PostgreSQL itself enforces for each transaction. The limit `query_timeout` of pg is not enough: the
 * client stops waiting, but the database continues with the statement. The limits are set in the transaction together
 * with the role, because a pooler in transaction mode refuses settings at the start of a session. Migrations use other
 * connections and have no limit.
 *
 * - statement_timeout: shorter than query_timeout, so PostgreSQL ends a statement before pg stops waiting for it.
 * - lock_timeout: ends a statement that has waited for a lock for 10 s. Another transaction may hold the lock for up to
 * 20 s.
 */
const serverTimeouts = {
  statement_timeout: 15_000,
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: 20_000,
};

/** SQL for pg that switches a transaction to the role daftar_system and sets its time limits. */
export const asSystemSql = [
  'SET LOCAL ROLE daftar_system',
  ...Object.entries(serverTimeouts).map(([name, ms]) => `SET LOCAL ${name} = ${ms}`),
].join('; ');

/**
 * SQL expressions for a SELECT that set the time limits of the transaction. Names and values are part of the
 * SQL text, which is safe because they are constants.
 */
const timeoutsSql = Object.entries(serverTimeouts)
  .map(([name, ms]) => `set_config('${name}', '${ms}', true)`)
  .join(', ');
const setTimeouts = Prisma.raw(timeoutsSql);

/** One statement that does the same as `asSystemSql`, until the transaction ends. */
export const asSystemStatement = `SELECT set_config('role', 'daftar_system', true), ${timeoutsSql}`;

const connectionsMax = 10;
/**
 * Maximum number of transactions that one install may have open in this process. Further transactions of the install
 * wait, so that its slow queries leave connections for other installs. Most transactions take a few milliseconds, so a
 * thousand of them can wait and still start in time.
 */
const installShares = createFairShares({ share: 4, waitMs: transactionLimits.maxWait, waitersMax: 1_000 });

type PoolHolder = { daftarPool?: pg.Pool | undefined; daftarReplicaPool?: pg.Pool | undefined };

const own: PoolHolder = {};
const shared: typeof globalThis & PoolHolder = globalThis;
let prisma: PrismaClient | undefined;
let replicaPrisma: PrismaClient | undefined;
/** Whether the database is a Citus cluster. Undefined until a transaction of an install has read it. */
let isCluster: boolean | undefined;

/** Returns the database connection pool of this process, and creates it at the first call. */
export function dbPool(): pg.Pool {
  const place = poolHolder();
  place.daftarPool ??= openPool(env().DATABASE_URL);
  return place.daftarPool;
}

/** Returns the connection pool of the read replica, and creates it at the first call. */
function replicaPool(url: string): pg.Pool {
  const place = poolHolder();
  place.daftarReplicaPool ??= openReplicaPool(url);
  return place.daftarReplicaPool;
}

/**
 * If the network to the replica is cut during a query, nothing reports this to pg. So pg waits for each answer of the
 * replica for a short time only, and the read is then repeated on the primary. The replica itself cancels a slow
 * statement earlier (replicaStatementMs).
 */
function openReplicaPool(url: string): pg.Pool {
  const pool = openPool(url, replicaStatementMs + 2_000);
  // A connection that is released while it still waits for an answer would delay the next read. The pool closes it,
  // because it is ending.
  pool.on('release', (_, connection: pg.PoolClient & { readyForQuery?: boolean; end?(): Promise<void> }) => {
    if (connection.readyForQuery === false) void connection.end?.();
  });
  return pool;
}

/**
 * Returns the object in which the pools are stored. In development, they are stored in the global object, because
 * Next's development server loads this module again after each edit. If the pool were stored in the module, each edit
 * would open ten more connections.
 */
function poolHolder(): PoolHolder {
  return env().DAFTAR_MODE === 'development' ? shared : own;
}

function openPool(connectionString: string, queryTimeoutMs = 20_000): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max: connectionsMax,
    connectionTimeoutMillis: 5_000,
    query_timeout: queryTimeoutMs,
    application_name: applicationName(),
  });
  metrics().watchPool(pool);
  // pg replaces an idle connection that breaks, and emits an error event. Without a listener for this event, the
  // process would end.
  pool.on('error', (error) =>
    log.warn({ error }, 'idle database connection lost; the pool opens another when needed'),
  );
  // A connection can break between two queries of a transaction. The pool does not listen for errors of a connection
  // that is in use, so the error event would end the process. With the listener below, only the next query on the
  // connection fails.
  pool.on('connect', (connection) => connection.on('error', () => undefined));
  // The statements of both Prisma and pg are logged here (LOG_SQL), because both take their connections from this pool.
  if (env().LOG_SQL === 'on') pool.on('connect', logStatements);
  return pool;
}

/**
 * Returns access to the database for one install. Each transaction has the role daftar_app and is bound to the install
 * until it ends.
 */
export function tenantDb(installId: InstallId): TenantDb {
  const onPrimary = <T>(work: (tx: Tx) => Promise<T>) =>
    client().$transaction(async (tx) => {
      await actInInstall(tx, installId);
      return work(tx);
    }, transactionLimits);
  return {
    async transaction(work) {
      // The data keys are loaded before the transaction begins. A transaction that loads them would need a second
      // connection. If all connections were used by transactions that load keys, each of them would wait forever for a
      // free connection.
      await loadDataKeys([installId]);
      return installShares.run(installId, () => onPrimary(work));
    },
    async read(work) {
      await loadDataKeys([installId]);
      return installShares.run(installId, async () => {
        const url = env().DATABASE_READ_URL;
        const read = url && (await readFromReplica(servers(url), (tx) => actInInstall(tx, installId), work));
        return read ? read.value : onPrimary(work);
      });
    },
  };
}

/**
 * Switches the transaction to the role daftar_app and to the install. The switch is valid until the transaction ends or
 * switches again.
 */
export async function actInInstall(tx: Tx, installId: InstallId): Promise<void> {
  const settings = Prisma.sql`set_config('role', 'daftar_app', true), set_config('daftar.install_id', ${installId}, true), ${setTimeouts}`;
  if (isCluster === undefined) {
    // The question is part of this statement, because a statement of its own would be one more round trip.
    const [row] = await tx.$queryRaw<
      { isCluster: boolean }[]
    >`SELECT ${Prisma.raw(isClusterSql)} AS "isCluster", ${settings}`;
    isCluster = row?.isCluster === true;
  } else {
    await tx.$executeRaw`SELECT ${settings}`;
  }
  if (isCluster) await sendInstallToNodes((sql) => tx.$executeRawUnsafe(sql), installId);
}

/**
 * Runs a transaction with the role daftar_system. Use this function for work that concerns more than one tenant
 * (lib/system/tables.ts).
 */
export function withSystem<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  return client().$transaction(async (tx) => {
    await tx.$executeRaw`SELECT set_config('role', 'daftar_system', true), ${setTimeouts}`;
    return work(tx);
  }, transactionLimits);
}

/**
 * Loads the data keys of the given installs into memory, for lib/system/keys/crypto.ts. Do not call this function
 * inside a transaction.
 */
export function loadDataKeys(installIds: readonly string[]): Promise<void> {
  return load(installIds, systemQuery);
}

/**
 * Loads the data keys of the given installs inside a transaction of `withSystem`. The keys are always read from the
 * database. Keys in memory could come from an earlier transaction that created them and was rolled back.
 */
export function loadDataKeysIn(tx: Tx, installIds: readonly string[]): Promise<void> {
  return readDataKeys([...new Set(installIds)], (text, values) => tx.$queryRawUnsafe(text, ...values));
}

/**
 * Runs one statement with the role daftar_system, by pg and not by Prisma. Use this function for code that runs so
 * often that the overhead of Prisma matters.
 */
export async function systemQuery<Row extends object>(text: string, values: unknown[]): Promise<Row[]> {
  const connection = await dbPool().connect();
  try {
    await connection.query(`BEGIN; ${asSystemSql}`);
    const { rows } = await connection.query<Row & pg.QueryResultRow>(text, values);
    await connection.query('COMMIT');
    connection.release();
    return rows;
  } catch (error) {
    // After an error, the state of the connection is unknown. The connection is closed, which rolls back the
    // transaction.
    connection.release(true);
    throw error;
  }
}

/**
 * One statement of a message. `$1` stands for the first value, and so on. The values become a part of the text, which
 * PostgreSQL logs if the statement fails. So they may be ids, numbers and flags, but never personal data or secrets.
 */
export type PlainStatement = { text: string; values: readonly PlainValue[] };
type PlainValue = string | number | bigint | boolean | readonly string[];

/**
 * Runs statements with the role daftar_system, all in one message to the database, and returns the rows of the first
 * statement. PostgreSQL runs a message as one transaction. So the role costs no round trip, and the role ends with the
 * message. Use this function for short statements that run for each event. PostgreSQL plans them at each call, so long
 * statements belong into an SQL function, which keeps its plans.
 */
export async function systemMessage<Row extends object>(
  ...statements: readonly PlainStatement[]
): Promise<Row[]> {
  const texts = statements.map(({ text, values }) =>
    text.replace(/\$(\d+)/g, (_, position: string) => literalOf(values[Number(position) - 1])),
  );
  const message = [asSystemSql, ...texts].join('; ');
  // PostgreSQL's protocol ends a message at this character.
  if (message.includes('\0')) throw new Error('a statement contains a NUL character');
  const logged: LoggedMessage = {
    text: statements.map(({ text }) => text.replace(/\s+/g, ' ')).join('; '),
    parameters: statements.reduce((sum, { values }) => sum + values.length, 0),
  };
  const config: pg.QueryConfig & { logged: LoggedMessage } = { text: message, logged };
  const results: unknown = await dbPool().query(config);
  const [first] = (results as pg.QueryResult<Row & pg.QueryResultRow>[]).slice(-statements.length);
  return first?.rows ?? [];
}

function literalOf(value: PlainValue | undefined): string {
  if (value === undefined) throw new Error('a statement has too few values');
  if (typeof value === 'string') return pg.escapeLiteral(value);
  if (typeof value === 'object')
    return `ARRAY[${value.map((text) => pg.escapeLiteral(text)).join()}]::text[]`;
  return String(value);
}

/**
 * Returns the time of the database's clock. Leases, due times and one-use codes are compared with this clock, because
 * the clocks of our processes may differ.
 */
export async function dbNow(tx: Tx): Promise<Date> {
  const [row] = await tx.$queryRaw<{ now: Date }[]>`SELECT clock_timestamp()::timestamptz(3) AS now`;
  if (!row) throw new Error('the database returned no time');
  return row.now;
}

/**
 * Returns the next fence number, which is greater than all earlier ones. A caller takes a fence number before it sends
 * a read to the platform. If `updated_at` does not decide which of two reads is newer (for example, because it is
 * equal), the data of the read with the greater fence number are stored (M4).
 */
export async function nextFence(tx: Tx): Promise<bigint> {
  const [row] = await tx.$queryRaw<{ fence: bigint }[]>`SELECT nextval('fence_seq') AS fence`;
  if (!row) throw new Error('fence_seq returned no number');
  return row.fence;
}

/** Checks whether the read replica can be used now. Returns undefined if there is none. */
export async function readReplicaHealth(): Promise<'ok' | ReplicaProblem | undefined> {
  const url = env().DATABASE_READ_URL;
  return url === undefined ? undefined : checkReplica(servers(url));
}

/** Closes the database connections of the process. It is called before a program ends. */
export async function closeDb(): Promise<void> {
  await prisma?.$disconnect();
  await replicaPrisma?.$disconnect();
  const place = poolHolder();
  await place.daftarPool?.end();
  await place.daftarReplicaPool?.end();
  prisma = undefined;
  replicaPrisma = undefined;
  isCluster = undefined;
  place.daftarPool = undefined;
  place.daftarReplicaPool = undefined;
}

/**
 * Whether the process keeps its frequent statements prepared (parsed once for each connection). Only the worker does
 * so, because it repeats a few statements that find rows by key. The app prepares no statements. Its list queries need
 * a plan that fits the values of each request, but a prepared statement may reuse an old plan.
 */
function areStatementsPrepared(): boolean {
  const { PREPARED_STATEMENTS, DATABASE_DIRECT_URL } = env();
  const setting = PREPARED_STATEMENTS ?? (DATABASE_DIRECT_URL ? 'off' : 'on');
  return processFacts().service === 'worker' && setting === 'on';
}

function client(): PrismaClient {
  prisma ??= openClient(dbPool());
  return prisma;
}

function servers(replicaUrl: string): ReadServers {
  const replica = replicaPool(replicaUrl);
  replicaPrisma ??= openClient(replica);
  return { primary: dbPool(), replica, client: replicaPrisma };
}

function openClient(pool: pg.Pool): PrismaClient {
  return new PrismaClient({
    adapter: new PrismaPg(pool, {
      disposeExternalPool: false,
      ...(areStatementsPrepared() && { statementNameGenerator: createStatementNames() }),
    }),
    // The option `errorFormat` of Prisma. With `minimal`, an error message contains only the cause. With the other
    // formats, it begins with an excerpt of our source code.
    errorFormat: 'minimal',
  });
}
