import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';
import { createScratchDatabase, type ScratchDatabase } from '@/server/postgres/scratch-database';
import { createOnCluster } from './citus-cluster';
import { bundlePrograms } from './programs';
import { startTestServer } from './test-server';

declare module 'vitest' {
  interface ProvidedContext {
    testServer: { url: string; superuserUrl: string; template: string; nodes?: string[] };
  }
}

/**
 * Creates a new migrated database, in about 50 ms. Drop the database in afterAll. Otherwise it is deleted only when all
 * tests have ended.
 */
export async function createTestDatabase(): Promise<ScratchDatabase> {
  const server = inject('testServer');
  if (server.nodes) return createOnCluster(server.nodes, { prefix: 'test', template: server.template });
  return createScratchDatabase(server, { prefix: 'test', template: server.template });
}

/**
 * The global set-up of Vitest for the integration tests. It starts one database server for all tests and bundles the
 * programs. Returns the function that stops the server.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [{ stop, ...server }] = await Promise.all([startTestServer(), bundlePrograms()]);
  project.provide('testServer', server);
  return stop;
}
