import { spawn, spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { endWithParent } from '@/server/stack/end-with-parent';
import { freePort } from '@/server/stack/free-port';
import { isAlive } from '@/server/stack/is-alive';
import { type PostgresCluster, preparePostgresCluster } from './postgres-cluster';
import { provisionDatabase } from './postgres-database';
import { clusterName, ownerOf, type Postmaster, readPostmaster, whoAnswers } from './postgres-probe';

/** How long a server may take to start or to stop: crash recovery of a large database is slow. */
const patienceMs = 60_000;
/** A live pid in postmaster.pid that answers nothing for so long is another program that got the number. */
const silenceMs = 3_000;
const pollMs = 20;

/** A PostgreSQL server on 127.0.0.1, ours until `stop`. */
export interface EmbeddedPostgres {
  /** As the login role `daftar`: no superuser, may create roles, owns the database `daftar`. */
  url: string;
  /** As the superuser, in the database `postgres`: to create and drop databases, never for the app. */
  superuserUrl: string;
  port: number;
  pid: number;
  /** True when another living process started it: then `stop` leaves it running. */
  borrowed: boolean;
  /** Where the files are; not `dataDir` when only root can enter that (see preparePostgresCluster). */
  home: string;
  logFile: string;
  /** Settles when the server ends by itself; never for a borrowed one. */
  exited: Promise<void>;
  /** Stops the server and waits until it is gone. May be called twice. */
  stop(): Promise<void>;
}

/**
 * Starts a PostgreSQL, or joins the one already serving `dataDir`. It is safe after
 * kill -9 of anything: a server whose starter died is ended with it (see endWithParent), what is left of one
 * is stopped here first, and a stale postmaster.pid is no obstacle.
 *
 * @param portPreferred another is taken when something listens there; unset means any
 * @param fast nothing is synced to disk: for data that is thrown away
 * @param binDir where the server's programs are; unset means those that npm brought
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
    // Lost a race for the port or for the data directory; the next round sees who won.
    if (attempt === 5) throw new Error(`PostgreSQL did not start:\n${await logTail(cluster)}`);
  }
}

/** Joins the server of a living starter; ends what a dead one left; answers undefined when the way is free. */
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
  throw new Error(`The PostgreSQL of ${cluster.dir} neither starts nor ends:\n${await logTail(cluster)}`);
}

/** Starts the server on `port`; answers undefined when it ended before it was ready. */
async function launch(
  cluster: PostgresCluster,
  port: number,
  fast: boolean,
): Promise<EmbeddedPostgres | undefined> {
  const log = openSync(cluster.logFile, 'w', 0o600);
  const server = spawn(cluster.binaries.postgres, serverFlags(cluster, port, fast), {
    ...cluster.account,
    cwd: cluster.home,
    // A group of its own: Ctrl-C in the terminal reaches the supervisor alone, which stops us last.
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
    // TCP is enough, and a socket file would need a folder that both users may enter.
    unix_socket_directories: '',
    cluster_name: clusterName(process.pid),
    // App, worker and tests side by side, each with a pool.
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

/** Fast shutdown first; a server that does not end is made to, and recovers at its next start. */
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
  throw new Error(`PostgreSQL (pid ${pid}) does not end`);
}

/** PostgreSQL reads SIGINT as "fast", SIGQUIT as "immediate"; Windows has no signals, there pg_ctl asks. */
function endProcess(cluster: PostgresCluster, pid: number, signal: 'SIGINT' | 'SIGQUIT' | 'SIGKILL'): void {
  if (process.platform === 'win32') {
    const mode = signal === 'SIGINT' ? 'fast' : 'immediate';
    spawnSync(cluster.binaries.pgCtl, ['stop', '-D', cluster.dir, '-m', mode, '-W']);
  } else if (isAlive(pid)) {
    process.kill(pid, signal);
  }
}

/** What every handle has; by itself one that leaves the server alone. */
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
