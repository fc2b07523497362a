import 'server-only';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { env } from '@/lib/system/env';
import type { Prisma } from '@/lib/system/generated/prisma/client';
import { PrismaClient } from '@/lib/system/generated/prisma/client';
import { log } from '@/lib/system/log';
import { logStatements } from '@/lib/system/log-statements';
import type { InstallId } from '@/lib/shared/ids';

/** A transaction as one of the two roles; everything in it commits together or not at all. */
export type Tx = Prisma.TransactionClient;

/** The database of one install: row security admits its rows alone (design: Data). */
export type TenantDb = { transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> };

const transactionLimits = { maxWait: 5_000, timeout: 20_000 };

type PoolHolder = { daftarPool?: pg.Pool | undefined };

const own: PoolHolder = {};
const shared: typeof globalThis & PoolHolder = globalThis;
let prisma: PrismaClient | undefined;

/** The pool of this process. */
export function dbPool(): pg.Pool {
  const place = poolHolder();
  place.daftarPool ??= openPool();
  return place.daftarPool;
}

/**
 * Where the pool is kept. Next's development server loads this module again after an edit. There the pool is on the
 * global object, or each edit would open ten more connections.
 */
function poolHolder(): PoolHolder {
  return env().DAFTAR_MODE === 'development' ? shared : own;
}

function openPool(): pg.Pool {
  const pool = new pg.Pool({
    connectionString: env().DATABASE_URL,
    max: 10,
    connectionTimeoutMillis: 5_000,
    query_timeout: 20_000,
  });
  // An idle connection that breaks is replaced by the pool; unheard, the event would end the process.
  pool.on('error', (error) => log.warn({ error }, 'idle database connection lost'));
  // So does one that is taken out and asks nothing at that moment, which the pool does not listen to: what it is
  // asked next fails.
  pool.on('connect', (connection) => connection.on('error', () => undefined));
  // Prisma and plain pg both take their connections from this pool.
  if (env().LOG_SQL === 'on') pool.on('connect', logStatements);
  return pool;
}

/** The tenant-scoped client: role daftar_app, bound to the install for the length of the transaction. */
export function tenantDb(installId: InstallId): TenantDb {
  return {
    transaction: (work) =>
      client().$transaction(async (tx) => {
        await actInInstall(tx, installId);
        return work(tx);
      }, transactionLimits),
  };
}

/** As the tenant's role from here on to the end of the transaction, or until it acts in another install. */
export async function actInInstall(tx: Tx, installId: InstallId): Promise<void> {
  await tx.$executeRaw`SELECT set_config('role', 'daftar_app', true), set_config('daftar.install_id', ${installId}, true)`;
}

/** For what crosses tenants by nature (lib/system/tables.ts): role daftar_system. */
export function withSystem<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  return client().$transaction(async (tx) => {
    await tx.$executeRaw`SELECT set_config('role', 'daftar_system', true)`;
    return work(tx);
  }, transactionLimits);
}

/** One statement as daftar_system through plain pg, for paths where Prisma's cost shows (mirror.md, shape). */
export async function systemQuery<Row extends pg.QueryResultRow>(
  text: string,
  values: unknown[],
): Promise<Row[]> {
  const connection = await dbPool().connect();
  try {
    await connection.query('BEGIN; SET LOCAL ROLE daftar_system');
    const { rows } = await connection.query<Row>(text, values);
    await connection.query('COMMIT');
    connection.release();
    return rows;
  } catch (error) {
    // The connection's state is unknown now: it is thrown away, which rolls back.
    connection.release(true);
    throw error;
  }
}

/**
 * The database's clock: what leases, due times and one-use codes are set and judged by, so that processes whose
 * clocks differ agree.
 */
export async function dbNow(tx: Tx): Promise<Date> {
  const [row] = await tx.$queryRaw<{ now: Date }[]>`SELECT clock_timestamp()::timestamptz(3) AS now`;
  if (!row) throw new Error('the database told no time');
  return row.now;
}

/** The next fence number: taken before a read is sent, so that a later read outranks an earlier one. */
export async function nextFence(tx: Tx): Promise<bigint> {
  const [row] = await tx.$queryRaw<{ fence: bigint }[]>`SELECT nextval('fence_seq') AS fence`;
  if (!row) throw new Error('fence_seq gave nothing');
  return row.fence;
}

/** Ends the connections of this process; for programs that stop. */
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
