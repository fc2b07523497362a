import { spawn, spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { endWithParent } from '@/server/stack/end-with-parent';
import { freePort } from '@/server/stack/free-port';
import { isAlive } from '@/server/stack/is-alive';
import { type PostgresCluster, preparePostgresCluster } from './postgres-cluster';
import {
  clusterName,
  ownerOf,
  type Postmaster,
  readPostmaster,
  superuser,
  whoAnswers,
} from './postgres-probe';

/**
 * Time limit for the start or the stop of a database server, in milliseconds. It is long because crash
 * recovery of a large database is slow.
 */
const patienceMs = 60_000;
/**
 * Time limit in milliseconds for an answer of the process that postmaster.pid names. If this process is alive but does
 * not answer as a database server within this time, its pid now belongs to another program.
 */
const silenceMs = 3_000;
const pollMs = 20;

/** A PostgreSQL server on 127.0.0.1. It can be used until `stop` is called. */
export interface EmbeddedPostgres {
  /**
   * Connection URL of the login role `daftar`. The role is not a superuser, may create roles and owns the database
   * `daftar`.
   */
  url: string;
  /**
   * Connection URL of the superuser, in the database `postgres`. It is for creating and dropping databases, never for
   * the app.
   */
  superuserUrl: string;
  port: number;
  pid: number;
  /** True if the server was started by another process that is still running. `stop` then leaves the server running. */
  borrowed: boolean;
  /**
   * The folder that contains the files of the database. It is not `dataDir` if only root can enter `dataDir` (see
   * preparePostgresCluster).
   */
  home: string;
  logFile: string;
  /** Resolves when the server process ends. It never resolves if another process started the server. */
  exited: Promise<void>;
  /** Stops the server and waits until it has ended. A second call is safe. */
  stop(): Promise<void>;
}

/**
 * Starts a PostgreSQL server, or joins the server that already serves `dataDir`. A server ends together with the
 * process that started it (see endWithParent).
 *
 * This function works after kill -9 of any process. If the process that started a server has ended, that server is
 * stopped first. A stale postmaster.pid does not prevent the start.
 *
 * @param portPreferred another port is used if this one is taken; unset means any port
 * @param fast nothing is synced to disk, for temporary data
 * @param binDir folder of the server's programs; unset means the programs that npm installed
 */
export async function startPostgres(options: {
  dataDir: string;
  portPreferred?: number;
  fast?: boolean;
  binDir?: string;
}): Promise<EmbeddedPostgres> {
  const cluster = await preparePostgresCluster(options.dataDir, options);
  for (let attempt = 1; ; attempt += 1) {
    const running = await joinOrClear(cluster);
    if (running) return running;
    const started = await launch(cluster, await freePort(options.portPreferred), options.fast ?? false);
    if (started) return started;
    // The start fails if another process has just taken the port or started a server on the data directory. The next
    // attempt finds another free port or joins that server.
    if (attempt === 5) throw new Error(`PostgreSQL did not start:\n${await logTail(cluster)}`);
  }
}

/**
 * Looks for a server that already runs on the data directory. If the process that started it is alive, joins the
 * server. If this process has ended, stops the server. Returns undefined if a new server can be started.
 */
async function joinOrClear(cluster: PostgresCluster): Promise<EmbeddedPostgres | undefined> {
  let silentSince: number | undefined;
  for (const deadline = Date.now() + patienceMs; Date.now() < deadline; await sleep(pollMs)) {
    const postmaster = await readPostmaster(cluster);
    if (!postmaster || !isAlive(postmaster.pid)) return undefined;
    const answer = await whoAnswers(cluster, postmaster.port);
    if (answer.who === 'ours') {
      if (isAlive(ownerOf(answer.clusterName))) {
        await provisionDatabase(cluster, postmaster.port);
        return { ...handle(cluster, postmaster), borrowed: true };
      }
      endProcess(cluster, postmaster.pid, 'SIGINT');
    }
    silentSince = answer.who === 'nobody' ? (silentSince ?? Date.now()) : undefined;
    if (silentSince && Date.now() - silentSince > silenceMs) {
      await rm(`${cluster.dir}/postmaster.pid`, { force: true });
      return undefined;
    }
  }
  throw new Error(`The PostgreSQL of ${cluster.dir} neither starts nor stops:\n${await logTail(cluster)}`);
}

/** Starts the database server on `port`. Returns undefined if the server ended before it was ready. */
async function launch(
  cluster: PostgresCluster,
  port: number,
  fast: boolean,
): Promise<EmbeddedPostgres | undefined> {
  const log = openSync(cluster.logFile, 'w', 0o600);
  const server = spawn(cluster.binaries.postgres, serverFlags(cluster, port, fast), {
    ...cluster.account,
    cwd: cluster.home,
    // The server gets its own process group. So Ctrl-C in the terminal reaches the supervisor but not the server, and
    // the supervisor stops the server last.
    detached: true,
    windowsHide: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  const exited = new Promise<void>((resolve) => {
    server.once('exit', () => resolve());
    server.once('error', () => resolve());
  });
  server.unref();
  if (server.pid === undefined) throw new Error(`Cannot run ${cluster.binaries.postgres}`);
  const forget = endWithParent(server.pid);
  void exited.then(forget);
  const pid = server.pid;
  if (!(await becameReady(cluster, pid, exited))) return undefined;
  await provisionDatabase(cluster, port);
  const stop = () => stopServer(cluster, pid, exited);
  return { ...handle(cluster, { pid, port }), borrowed: false, exited, stop };
}

function serverFlags(cluster: PostgresCluster, port: number, fast: boolean): string[] {
  const settings = {
    listen_addresses: '127.0.0.1',
    // The database server listens on TCP only. A socket file would need a folder that two users may enter: the
    // operating system user of PostgreSQL and the user of this program.
    unix_socket_directories: '',
    cluster_name: clusterName(process.pid),
    // The maximum number of connections is high, because app, worker and tests connect at the same time, each with a
    // pool of connections.
    max_connections: 200,
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...(fast ? { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' } : {}),
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return ['-D', cluster.dir, '-p', String(port), ...flags];
}

async function becameReady(cluster: PostgresCluster, pid: number, exited: Promise<void>): Promise<boolean> {
  let ended = false;
  void exited.then(() => (ended = true));
  for (const deadline = Date.now() + patienceMs; Date.now() < deadline; await sleep(pollMs)) {
    if (ended) return false;
    const postmaster = await readPostmaster(cluster);
    if (postmaster?.pid === pid && postmaster.ready) return true;
  }
  throw new Error(`PostgreSQL was not ready in ${patienceMs} ms:\n${await logTail(cluster)}`);
}

/**
 * Stops the database server, first by a fast shutdown. If the server does not end, it is forced to end, and recovers
 * its data at the next start.
 */
async function stopServer(cluster: PostgresCluster, pid: number, exited: Promise<void>): Promise<void> {
  let ended = false;
  void exited.then(() => (ended = true));
  for (const [signal, waitMs] of [
    ['SIGINT', 20_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ] as const) {
    if (!ended) endProcess(cluster, pid, signal);
    for (const deadline = Date.now() + waitMs; Date.now() < deadline; await sleep(pollMs)) {
      if (ended) return;
    }
  }
  throw new Error(`PostgreSQL (pid ${pid}) does not stop`);
}

/**
 * Ends a database server by a signal. PostgreSQL treats SIGINT as a "fast" and SIGQUIT as an "immediate"
 * shutdown. Windows has no signals, so pg_ctl requests the shutdown there.
 */
function endProcess(cluster: PostgresCluster, pid: number, signal: 'SIGINT' | 'SIGQUIT' | 'SIGKILL'): void {
  if (process.platform === 'win32') {
    const mode = signal === 'SIGINT' ? 'fast' : 'immediate';
    spawnSync(cluster.binaries.pgCtl, ['stop', '-D', cluster.dir, '-m', mode, '-W']);
  } else if (isAlive(pid)) {
    process.kill(pid, signal);
  }
}

/**
 * Returns the handle of a running server that another process started. `stop` does nothing, and `exited` never
 * resolves. If this process started the server, the caller replaces `stop` and `exited`.
 */
function handle(cluster: PostgresCluster, { pid, port }: Pick<Postmaster, 'pid' | 'port'>) {
  return {
    url: `postgresql://daftar:${cluster.password}@127.0.0.1:${port}/daftar`,
    superuserUrl: `postgresql://postgres:${cluster.superuserPassword}@127.0.0.1:${port}/postgres`,
    port,
    pid,
    home: cluster.home,
    logFile: cluster.logFile,
    exited: new Promise<void>(() => undefined),
    stop: async () => undefined,
  };
}

async function logTail(cluster: PostgresCluster): Promise<string> {
  const log = await readFile(cluster.logFile, 'utf8').catch(() => '');
  return log.trimEnd().split('\n').slice(-15).join('\n');
}

/**
 * Key of a PostgreSQL advisory lock. With this lock, two processes that prepare the same server wait for each other.
 * The number is arbitrary.
 */
const lockKey = 5432_1001;

/**
 * Creates the login role `daftar` and a database of the same name, unless they exist. The role is not a superuser, but
 * it may create the roles that the migrations need.
 */
async function provisionDatabase(cluster: PostgresCluster, port: number): Promise<void> {
  const client = new pg.Client(superuser(cluster, port));
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey]);
    const role = await client.query(`select 1 from pg_roles where rolname = 'daftar'`);
    if (role.rowCount === 0) {
      await client.query(
        `create role daftar login createrole password ${client.escapeLiteral(cluster.password)}`,
      );
    }
    const database = await client.query(`select 1 from pg_database where datname = 'daftar'`);
    if (database.rowCount === 0) {
      await client.query('create database daftar owner daftar');
      await client.query('revoke connect, temporary on database daftar from public');
    }
  } finally {
    await client.end();
  }
}
