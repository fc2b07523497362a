import { execFile, spawn } from 'node:child_process';
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { postgresAccount } from '@/server/postgres/postgres-account';
import { endWithParent } from '@/server/stack/end-with-parent';
import { freePort } from '@/server/stack/free-port';
import { eventually } from '@/tests/support/stack/eventually';

const run = promisify(execFile);

/** A streaming replica (hot standby) of a database server, on 127.0.0.1. */
export type StreamingReplica = {
  /** Returns the URL of the same database and login at the replica. */
  urlOf(primaryUrl: string): string;
  /** Runs SQL as the superuser of the replica. */
  query<Row extends object>(sql: string): Promise<Row[]>;
  /** Starts the replica again after `kill`. */
  start(): Promise<void>;
  /** Kills the replica as a crash would. */
  kill(): Promise<void>;
  /** Kills the replica, and removes its files. */
  remove(): Promise<void>;
};

/**
 * Copies a running database server with pg_basebackup, and starts the copy as its replica. The replica cancels each
 * query that conflicts with a change at once (`max_standby_streaming_delay`).
 *
 * @param binDir folder of the server's programs and of pg_basebackup
 */
export async function startStreamingReplica(superuserUrl: string, binDir: string): Promise<StreamingReplica> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'daftar-replica-'));
  const dataDir = path.join(folder, 'cluster');
  const account = await postgresAccount(dataDir);
  await chmod(folder, 0o700);
  if (account) await chown(folder, account.uid, account.gid);
  const options = { ...account, cwd: folder };
  const copy = ['--pgdata', dataDir, '--write-recovery-conf', '--checkpoint=fast', '--no-sync'];
  await run(path.join(binDir, 'pg_basebackup'), [...copy, '--dbname', superuserUrl], options);
  const port = await freePort();
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    cluster_name: 'replica',
    // A replica refuses to start with a lower number of connections than its primary.
    max_connections: 200,
    max_standby_streaming_delay: 0,
    hot_standby_feedback: 'off',
    fsync: 'off',
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const at = (url: string) => Object.assign(new URL(url), { port: String(port) }).href;
  let stop: (() => Promise<void>) | undefined;

  async function query<Row extends object>(sql: string): Promise<Row[]> {
    const client = new pg.Client({ connectionString: at(superuserUrl) });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return (await client.query<Row & pg.QueryResultRow>(sql)).rows;
    } finally {
      await client.end().catch(() => undefined);
    }
  }
  const replica: StreamingReplica = {
    urlOf: at,
    query,
    async start() {
      const server = spawn(path.join(binDir, 'postgres'), ['-D', dataDir, '-p', String(port), ...flags], {
        ...options,
        detached: true,
        stdio: 'ignore',
      });
      const { pid } = server;
      if (pid === undefined) throw new Error('the replica could not be started');
      const exited = new Promise<void>((resolve) => server.once('exit', () => resolve()));
      const forget = endWithParent(pid);
      stop = async () => {
        // SIGQUIT is the immediate shutdown of PostgreSQL: connections are lost without an answer.
        process.kill(pid, 'SIGQUIT');
        await exited;
        forget();
      };
      await eventually('the replica answers', () => query('SELECT 1').catch(() => null));
    },
    async kill() {
      await stop?.();
      stop = undefined;
    },
    async remove() {
      await replica.kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
  await replica.start();
  return replica;
}
