import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { isAlive } from '@/server/stack/is-alive';
import { migrate } from '@/server/migrate';
import { type EmbeddedPostgres, startPostgres } from '@/server/postgres/postgres';
import { createScratchDatabase } from '@/server/postgres/scratch-database';
import { startOnCluster, testNodes } from './citus-cluster';
import { testPostgresBin } from './test-postgres-bin';

/** A PostgreSQL server for the tests, with a migrated database that each test file copies. */
export interface TestServer {
  url: string;
  superuserUrl: string;
  /**
   * Name of the migrated database. No client may connect to it, because PostgreSQL copies only a database without
   * connections.
   */
  template: string;
  /** The superuser URLs of the nodes if the server is a Citus cluster, the coordinator first. */
  nodes?: string[];
  /** Stops the database server and removes its files. */
  stop(): Promise<void>;
}

/**
 * Starts a PostgreSQL server in a temporary folder, on any free port, without syncing to disk. Prints the version of
 * the server. With TEST_CITUS_NODES, it uses the given Citus cluster instead.
 */
export async function startTestServer(): Promise<TestServer> {
  if (testNodes) return startOnCluster(testNodes);
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'daftar-test-'));
  const server = await startPostgres({ dataDir, fast: true, binDir: testPostgresBin });
  const abandon = () => removeAtExit(server, dataDir);
  process.once('exit', abandon);
  const stop = async () => {
    process.off('exit', abandon);
    await server.stop();
    for (const folder of folders(server, dataDir)) await rm(folder, { recursive: true, force: true });
  };
  try {
    console.log(`PostgreSQL ${await versionOf(server)}, ${testPostgresBin ?? 'embedded'}`);
    const { name, url } = await createScratchDatabase(server, { prefix: 'template' });
    await migrate(url);
    return { url: server.url, superuserUrl: server.superuserUrl, template: name, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function versionOf({ superuserUrl }: EmbeddedPostgres): Promise<string> {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ version: string }>(
      `SELECT current_setting('server_version') AS version`,
    );
    return rows[0]?.version ?? 'unknown';
  } finally {
    await client.end();
  }
}

/**
 * Returns the folders to remove after the server stops: `dataDir`, and the folder with the files of the database. If
 * only root can enter `dataDir`, these are two folders. In all other cases they are the same folder.
 */
function folders(server: EmbeddedPostgres, dataDir: string): Set<string> {
  return new Set([dataDir, server.home]);
}

/**
 * Stops the server and removes its folders synchronously when the test process exits. The tear-down of a test runner
 * does not run after Ctrl-C, and a process cannot run asynchronous work at its exit.
 */
function removeAtExit(server: EmbeddedPostgres, dataDir: string): void {
  if (isAlive(server.pid)) process.kill(server.pid, 'SIGQUIT');
  for (const folder of folders(server, dataDir)) {
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
}
