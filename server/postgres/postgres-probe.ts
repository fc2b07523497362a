import { readFile, realpath } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { z } from 'zod';
import type { PostgresCluster } from './postgres-cluster';

/** What postmaster.pid says of the server that wrote it. */
export interface Postmaster {
  pid: number;
  port: number;
  ready: boolean;
}

/** Reads postmaster.pid; undefined when there is none, or when it is not yet complete. */
export async function readPostmaster(cluster: PostgresCluster): Promise<Postmaster | undefined> {
  const text = await readFile(path.join(cluster.dir, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  if (!pid || !port) return undefined;
  return { pid, port, ready: lines[7]?.trim() === 'ready' };
}

/** Ours by its data directory and password; busy: a PostgreSQL that starts or stops; nobody: anything else. */
export type Answer = { who: 'ours'; clusterName: string } | { who: 'busy' } | { who: 'nobody' };

const identity = z.tuple([z.object({ dir: z.string(), name: z.string() })]);
const cannotConnectNow = '57P03';

/** Asks whoever listens on a port of 127.0.0.1 whether it serves this cluster. */
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

/** How to connect as the superuser. */
export function superuser(cluster: PostgresCluster, port: number) {
  const password = cluster.superuserPassword;
  return { host: '127.0.0.1', port, user: 'postgres', password, database: 'postgres' };
}

/** The starter's pid travels in the server itself (cluster_name, seen in `ps` too), so it cannot go stale. */
export function clusterName(ownerPid: number): string {
  return `daftar-${ownerPid}`;
}

/** The reverse of clusterName; 0 when the server was started by something else. */
export function ownerOf(name: string): number {
  return Number(/^daftar-(\d+)$/.exec(name)?.[1] ?? 0);
}
