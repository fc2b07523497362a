import 'server-only';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { loadDataKeys as load, readDataKeys } from '@/lib/system/keys/data-keys';
import { env } from '@/lib/system/env';
import { Prisma, PrismaClient } from '@/lib/system/generated/prisma/client';
import { createFairShares } from '@/lib/system/fair-shares';
import { log } from '@/lib/system/log';
import { logStatements } from '@/lib/system/log-statements';
import type { InstallId } from '@/lib/shared/ids';

/** A transaction as daftar_app or daftar_system. All its writes commit together or not at all. */
export type Tx = Prisma.TransactionClient;

/** The database of one install: row security allows only the rows of that install (D11, S25). */
export type TenantDb = { transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> };

const transactionLimits = { maxWait: 5_000, timeout: 20_000 };

/**
 * Time limits that PostgreSQL itself enforces for each transaction. `query_timeout` only ends the waiting of this
 * process; the database would work on. They are set in the transaction with the role, because a pooler in transaction
 * mode refuses settings at the start of a session. Migrations do not use this pool and have no limit. A statement ends
 * before the client stops waiting for it. No lock is waited for as long as its holder may run.
 */
const serverTimeouts = {
  statement_timeout: 15_000,
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: 20_000,
};

/** Statements that switch the transaction to daftar_system and set its time limits, for plain pg. */
export const asSystemSql = [
  'SET LOCAL ROLE daftar_system',
  ...Object.entries(serverTimeouts).map(([name, ms]) => `SET LOCAL ${name} = ${ms}`),
].join('; ');

/** The same limits as columns of a SELECT. The names and values are constants. */
const setTimeouts = Prisma.raw(
  Object.entries(serverTimeouts)
    .map(([name, ms]) => `set_config('${name}', '${ms}', true)`)
    .join(', '),
);

const connectionsMax = 10;
/**
 * Transactions that one install may have open in this process. The others of the install wait, so that its slow queries
 * leave connections for the other installs.
 */
const installShares = createFairShares({ share: 4, waitMs: transactionLimits.maxWait });

type PoolHolder = { daftarPool?: pg.Pool | undefined };

const own: PoolHolder = {};
const shared: typeof globalThis & PoolHolder = globalThis;
let prisma: PrismaClient | undefined;

/** The connection pool of this process. */
export function dbPool(): pg.Pool {
  const place = poolHolder();
  place.daftarPool ??= openPool();
  return place.daftarPool;
}

/**
 * Returns the object that stores the pool. Next's development server loads this module again after an edit. In
 * development the pool is therefore on the global object, else each edit would open ten more connections.
 */
function poolHolder(): PoolHolder {
  return env().DAFTAR_MODE === 'development' ? shared : own;
}

function openPool(): pg.Pool {
  const pool = new pg.Pool({
    connectionString: env().DATABASE_URL,
    max: connectionsMax,
    connectionTimeoutMillis: 5_000,
    query_timeout: 20_000,
  });
  // The pool replaces an idle connection that breaks. Without this listener, the error event would end the process.
  pool.on('error', (error) =>
    log.warn({ error }, 'idle database connection lost; the pool opens another when needed'),
  );
  // A connection that is checked out can also break between two queries. The pool does not listen to it then, and
  // without this listener the error event would end the process. The next query on that connection fails.
  pool.on('connect', (connection) => connection.on('error', () => undefined));
  // Prisma and plain pg both take their connections from this pool.
  if (env().LOG_SQL === 'on') pool.on('connect', logStatements);
  return pool;
}

/** The client of one tenant: role daftar_app, bound to the install for the length of the transaction. */
export function tenantDb(installId: InstallId): TenantDb {
  return {
    async transaction(work) {
      // Loaded before the transaction, because a second connection inside it could wait for itself.
      await loadDataKeys([installId]);
      return installShares.run(installId, () =>
        client().$transaction(async (tx) => {
          await actInInstall(tx, installId);
          return work(tx);
        }, transactionLimits),
      );
    },
  };
}

/**
 * Switches the transaction to role daftar_app and to the install. This lasts until the transaction ends or switches to
 * another install.
 */
export async function actInInstall(tx: Tx, installId: InstallId): Promise<void> {
  await tx.$executeRaw`SELECT set_config('role', 'daftar_app', true), set_config('daftar.install_id', ${installId}, true), ${setTimeouts}`;
}

/** Runs a transaction with role daftar_system, for work that crosses tenants by nature (lib/system/tables.ts). */
export function withSystem<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  return client().$transaction(async (tx) => {
    await tx.$executeRaw`SELECT set_config('role', 'daftar_system', true), ${setTimeouts}`;
    return work(tx);
  }, transactionLimits);
}

/** Makes the data keys of these installs available to lib/system/keys/crypto.ts. Not for use inside a transaction. */
export function loadDataKeys(installIds: readonly string[]): Promise<void> {
  return load(installIds, systemQuery);
}

/**
 * The same inside a transaction of `withSystem`. It always reads, because the transaction of an earlier call may have
 * been rolled back together with the key that it made.
 */
export function loadDataKeysIn(tx: Tx, installIds: readonly string[]): Promise<void> {
  return readDataKeys([...new Set(installIds)], (text, values) => tx.$queryRawUnsafe(text, ...values));
}

/** Runs one statement as daftar_system with plain pg. For paths on which the cost of Prisma is noticeable. */
export async function systemQuery<Row extends object>(text: string, values: unknown[]): Promise<Row[]> {
  const connection = await dbPool().connect();
  try {
    await connection.query(`BEGIN; ${asSystemSql}`);
    const { rows } = await connection.query<Row & pg.QueryResultRow>(text, values);
    await connection.query('COMMIT');
    connection.release();
    return rows;
  } catch (error) {
    // The state of the connection is unknown now. It is closed, which rolls back the transaction.
    connection.release(true);
    throw error;
  }
}

/**
 * Returns the time of the database's clock. Leases, due times and one-use codes use this clock, so that processes with
 * different clocks agree.
 */
export async function dbNow(tx: Tx): Promise<Date> {
  const [row] = await tx.$queryRaw<{ now: Date }[]>`SELECT clock_timestamp()::timestamptz(3) AS now`;
  if (!row) throw new Error('the database returned no time');
  return row.now;
}

/**
 * Returns the next fence number. It is taken before a read is sent, so that a later read outranks an earlier one (M4).
 */
export async function nextFence(tx: Tx): Promise<bigint> {
  const [row] = await tx.$queryRaw<{ fence: bigint }[]>`SELECT nextval('fence_seq') AS fence`;
  if (!row) throw new Error('fence_seq returned no number');
  return row.fence;
}

/** Closes the database connections of this process, when a program stops. */
export async function closeDb(): Promise<void> {
  await prisma?.$disconnect();
  const place = poolHolder();
  await place.daftarPool?.end();
  prisma = undefined;
  place.daftarPool = undefined;
}

function client(): PrismaClient {
  prisma ??= new PrismaClient({ adapter: new PrismaPg(dbPool(), { disposeExternalPool: false }) });
  return prisma;
}
