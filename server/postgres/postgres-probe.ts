import { readFile, realpath } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { z } from 'zod';
import type { PostgresCluster } from './postgres-cluster';

/** The content of the file postmaster.pid, which a running PostgreSQL server writes. */
export interface Postmaster {
  pid: number;
  port: number;
  ready: boolean;
}

/** Reads postmaster.pid of a data directory; undefined if the file does not exist or is incomplete. */
export async function readPostmaster(cluster: PostgresCluster): Promise<Postmaster | undefined> {
  const text = await readFile(path.join(cluster.dir, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  if (!pid || !port) return undefined;
  return { pid, port, ready: lines[7]?.trim() === 'ready' };
}

/**
 * Result of a check which server listens on a port.
 *
 * - `ours`: the server of this data directory, recognized by the directory's path and the password
 * - `busy`: a PostgreSQL server that is starting or stopping
 * - `nobody`: no server, or any other program
 */
export type Answer = { who: 'ours'; clusterName: string } | { who: 'busy' } | { who: 'nobody' };

const identity = z.tuple([z.object({ dir: z.string(), name: z.string() })]);
const cannotConnectNow = '57P03';

/** Checks whether the program on a port of 127.0.0.1 is a server of this data directory. */
export async function whoAnswers(cluster: PostgresCluster, port: number): Promise<Answer> {
  const client = new pg.Client({ ...superuser(cluster, port), connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query(
      `select current_setting('data_directory') as dir, current_setting('cluster_name') as name`,
    );
    const [{ dir, name }] = identity.parse(rows);
    const same = (await realpath(dir)) === (await realpath(cluster.dir));
    return same ? { who: 'ours', clusterName: name } : { who: 'nobody' };
  } catch (error) {
    const busy = error instanceof pg.DatabaseError && error.code === cannotConnectNow;
    return { who: busy ? 'busy' : 'nobody' };
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Returns the connection settings of the database superuser `postgres`. */
export function superuser(cluster: PostgresCluster, port: number) {
  const password = cluster.superuserPassword;
  return { host: '127.0.0.1', port, user: 'postgres', password, database: 'postgres' };
}

/**
 * Returns the value of the server setting cluster_name, which contains the pid of the process that started the server.
 * `ps` shows this value. The pid is stored in the running server and not in a file, because a file could be out of
 * date.
 */
export function clusterName(ownerPid: number): string {
  return `daftar-${ownerPid}`;
}

/** Returns the pid of the process that started a server, from its cluster_name; 0 if another program started it. */
export function ownerOf(name: string): number {
  return Number(/^daftar-(\d+)$/.exec(name)?.[1] ?? 0);
}
