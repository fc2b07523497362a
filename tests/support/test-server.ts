import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { isAlive } from '@/server/is-alive';
import { migrate } from '@/server/migrate';
import { type EmbeddedPostgres, startPostgres } from '@/server/postgres';
import { createScratchDatabase } from '@/server/scratch-database';

/** A PostgreSQL for one run of tests, with a migrated database to copy. */
export interface TestServer {
  url: string;
  superuserUrl: string;
  /** Name of the migrated database. Nobody connects to it, so that it can be copied. */
  template: string;
  /** Stops the server and removes its files. */
  stop(): Promise<void>;
}

/** Starts one in a temporary folder, on any free port, without syncing to disk. */
export async function startTestServer(): Promise<TestServer> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'daftar-test-'));
  const server = await startPostgres({ dataDir, fast: true });
  const abandon = () => removeAtExit(server, dataDir);
  process.once('exit', abandon);
  const stop = async () => {
    process.off('exit', abandon);
    await server.stop();
    for (const folder of folders(server, dataDir)) await rm(folder, { recursive: true, force: true });
  };
  try {
    const { name, url } = await createScratchDatabase(server, { prefix: 'template' });
    await migrate(url);
    return { url: server.url, superuserUrl: server.superuserUrl, template: name, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Two, when only root can enter the temporary folder. */
function folders(server: EmbeddedPostgres, dataDir: string): Set<string> {
  return new Set([dataDir, server.home]);
}

/** Ctrl-C ends a test runner without its tear-down: nothing asynchronous can be done then. */
function removeAtExit(server: EmbeddedPostgres, dataDir: string): void {
  if (isAlive(server.pid)) process.kill(server.pid, 'SIGQUIT');
  for (const folder of folders(server, dataDir)) {
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
}
