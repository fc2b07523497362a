import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { sqlStateOf } from '@/lib/system/data-exception';
import type { Prisma, PrismaClient } from '@/lib/system/generated/prisma/client';
import { log } from '@/lib/system/log';
import { metrics, type PrimaryReason } from '@/lib/system/metrics/metrics';

/** The two servers of a read: the connections to the primary, and those to the replica with their Prisma client. */
export type ReadServers = { primary: pg.Pool; replica: pg.Pool; client: PrismaClient };

/** State of the primary at the start of a read: its position in the WAL (the transaction log), and its identity. */
type PrimaryState = { position: string; identity: string };

/** Pauses in ms between the checks whether the replica has caught up. Their sum is the maximum wait of a read: 50 ms. */
const waitsMs = [2, 4, 8, 16, 20];
/** Maximum time in ms until the work of a read begins on the replica. Without an answer, the primary is used. */
const beginMs = 1_000;
/**
 * Maximum time in ms of one statement on the replica. A longer one is repeated on the primary, which allows more time.
 */
export const replicaStatementMs = 8_000;
/**
 * Time in ms for which reads use the primary at once, after the replica could not be used for this reason. A reason
 * without an entry causes no pause.
 */
const pausesMs: Partial<Record<PrimaryReason, number>> = { behind: 1_000, unreachable: 5_000, unfit: 5_000 };

let pausedUntilMs = 0;
/** The last reason that was logged; undefined if the last read used the replica. The same reason is not logged again. */
let loggedReason: PrimaryReason | undefined;

/** Why a check of the replica failed (PrimaryReason). */
export type ReplicaProblem = Extract<PrimaryReason, 'behind' | 'unfit' | 'unreachable'>;

/** Ends an attempt on the replica before its work has begun. */
class ReplicaUnusable extends Error {
  override name = 'ReplicaUnusable';
  constructor(
    readonly reason: ReplicaProblem | 'busy',
    options?: ErrorOptions,
  ) {
    super(`the replica cannot be used: ${reason}`, options);
  }
}

/**
 * Runs a read on the replica. Returns undefined if the caller must run it on the primary instead.
 *
 * The replica is used only if it has replayed everything that the primary had committed before this call. So the read
 * is never older than what a user has seen or written before. The check is part of the transaction of the read, because
 * a pooler could send the next transaction to another replica. Every SQL statement takes a new snapshot (READ
 * COMMITTED), so the statements after the check see all of it.
 *
 * PostgreSQL makes each transaction of a server in recovery read-only, and nothing can change that. A write fails with
 * the SQLSTATE 25006.
 *
 * If the transaction fails because of the replica, the work runs again on the primary. So the work must not have
 * effects. An error of the work itself is thrown.
 *
 * @param begin sets the role of the transaction, before anything else runs in it
 */
export async function readFromReplica<T>(
  servers: ReadServers,
  begin: (tx: Prisma.TransactionClient) => Promise<void>,
  work: (tx: Prisma.TransactionClient) => Promise<T>,
): Promise<{ value: T } | undefined> {
  if (performance.now() < pausedUntilMs) return usePrimary('paused');
  let state: PrimaryState;
  try {
    state = await readPrimaryState(servers.primary);
  } catch (error) {
    // A managed database may refuse the functions of this statement. The read itself can still run on the primary. An
    // error without an SQLSTATE says nothing about the replica. For example, all connections to the primary may be in
    // use.
    return usePrimary(sqlStateOf(error) === undefined ? 'busy' : 'unfit', error);
  }
  if (isFull(servers.replica)) return usePrimary('busy');
  try {
    const value = await attempt(
      servers,
      async (tx) => {
        await begin(tx);
        await waitUntilCurrent(tx, state);
      },
      work,
    );
    metrics().dbReads.inc({ server: 'replica', reason: 'current' });
    if (loggedReason) log.info('the read replica is used again');
    loggedReason = undefined;
    return { value };
  } catch (error) {
    const reason = reasonOf(error);
    if (!reason) throw error;
    return usePrimary(reason, error);
  }
}

/** Checks once whether reads could use the replica now. Throws if the primary does not answer. */
export async function checkReplica(servers: ReadServers): Promise<'ok' | ReplicaProblem> {
  const state = await readPrimaryState(servers.primary);
  try {
    return await attempt(
      servers,
      (tx) => waitUntilCurrent(tx, state),
      () => Promise.resolve('ok'),
    );
  } catch (error) {
    return error instanceof ReplicaUnusable && error.reason !== 'busy' ? error.reason : 'unreachable';
  }
}

/** Returns true if all connections of a pool are in use, so that a query would wait for one. */
const isFull = ({ totalCount, idleCount, options }: pg.Pool): boolean =>
  totalCount - idleCount >= options.max;

function usePrimary(reason: PrimaryReason, error?: unknown): undefined {
  metrics().dbReads.inc({ server: 'primary', reason });
  const pauseMs = pausesMs[reason];
  if (pauseMs === undefined) return;
  pausedUntilMs = performance.now() + pauseMs;
  if (loggedReason !== reason)
    log.warn({ reason, error }, 'the read replica cannot be used; reading from the primary');
  loggedReason = reason;
}

/**
 * Returns the position after everything that is committed on the primary. A commit is visible only after its WAL was
 * flushed, so the flushed position is enough. With `synchronous_commit = off`, a commit is visible earlier, and the
 * position of the last insert is needed. All connections of the app use the same login, so they have the same setting.
 */
async function readPrimaryState(primary: pg.Pool): Promise<PrimaryState> {
  const { rows } = await primary.query<PrimaryState>(
    `SELECT position::text, concat_ws('/', system_identifier, ('x' || left(pg_walfile_name(position), 8))::bit(32)::int,
       current_database()) AS identity
     FROM pg_control_system(), (SELECT CASE current_setting('synchronous_commit') WHEN 'off'
       THEN pg_current_wal_insert_lsn() ELSE pg_current_wal_flush_lsn() END AS position) AS wal`,
  );
  const [state] = rows;
  if (!state) throw new Error('the primary returned no WAL position');
  return state;
}

/**
 * Waits until the replica has replayed the WAL of the primary up to a position. Throws ReplicaUnusable if the wait is
 * too long, or if the server is not a replica of this primary. Such a server is not in recovery, or differs in the
 * system identifier, the timeline or the database. After a failover, a replica of the old primary has another timeline.
 * Its position may be greater, although it lacks the commits of the new primary.
 *
 * The same query limits the time of each further statement of the transaction (replicaStatementMs).
 */
async function waitUntilCurrent(
  tx: Prisma.TransactionClient,
  { position, identity }: PrimaryState,
): Promise<void> {
  for (const waitMs of [...waitsMs, undefined]) {
    const [row] = await tx.$queryRaw<{ isFit: boolean; isCurrent: boolean | null }[]>`
      SELECT pg_is_in_recovery() AND ${identity} = concat_ws('/', system_identifier,
          greatest(timeline_id, min_recovery_end_timeline), current_database()) AS "isFit",
        pg_last_wal_replay_lsn() >= ${position}::pg_lsn AS "isCurrent",
        set_config('statement_timeout', ${String(replicaStatementMs)}, true)
      FROM pg_control_system(), pg_control_checkpoint(), pg_control_recovery()`;
    if (!row?.isFit) throw new ReplicaUnusable('unfit');
    if (row.isCurrent) return;
    if (waitMs !== undefined) await sleep(waitMs);
  }
  throw new ReplicaUnusable('behind');
}

/**
 * Runs a transaction on the replica. If it fails before its work has begun, or if this takes too long, it throws
 * ReplicaUnusable, and the work does not run on the replica.
 */
function attempt<T>(
  { client, replica }: ReadServers,
  prepare: (tx: Prisma.TransactionClient) => Promise<void>,
  work: (tx: Prisma.TransactionClient) => Promise<T>,
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    let state: 'waiting' | 'preparing' | 'working' | 'late' = 'waiting';
    const giveUp = (cause?: unknown) => reject(new ReplicaUnusable('unreachable', { cause }));
    const timer = setTimeout(() => {
      // Another read may have taken the last connection after the check whether one is free.
      if (state === 'waiting' && isFull(replica)) reject(new ReplicaUnusable('busy'));
      else giveUp();
      state = 'late';
    }, beginMs);
    client
      .$transaction(
        async (tx) => {
          if (state === 'waiting') state = 'preparing';
          await prepare(tx);
          clearTimeout(timer);
          if (state === 'late') return undefined as never;
          state = 'working';
          try {
            return await work(tx);
          } catch (error) {
            // Rejects before the ROLLBACK, because a replica that cannot be reached does not answer it either.
            if (reasonOf(error) === 'unreachable') reject(error);
            throw error;
          }
        },
        { maxWait: 5_000, timeout: 20_000 },
      )
      .then(resolve, (error: unknown) => {
        clearTimeout(timer);
        if (state === 'working' || error instanceof ReplicaUnusable) reject(error);
        else giveUp(error);
      });
  });
}

/**
 * Returns why a failed attempt must be repeated on the primary; undefined for an error of the work itself. In the
 * transaction of a read, the SQLSTATEs 40001 and 40P01 have only one cause, a conflict with recovery. If a connection is
 * lost or does not answer in time, the error comes from Prisma and has no SQLSTATE, and its code, if any, begins with P1.
 */
function reasonOf(error: unknown): PrimaryReason | undefined {
  if (error instanceof ReplicaUnusable) return error.reason;
  const sqlState = sqlStateOf(error);
  if (sqlState === '40001' || sqlState === '40P01') return 'conflict';
  if (sqlState === '57014') return 'slow';
  if (sqlState !== undefined) return /^(?:08|57P)/.test(sqlState) ? 'unreachable' : undefined;
  if (!(error instanceof Error) || !('clientVersion' in error)) return undefined;
  return !('code' in error) || String(error.code).startsWith('P1') ? 'unreachable' : undefined;
}
