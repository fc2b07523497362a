import { randomBytes } from 'node:crypto';
import { dataOf } from '@/lib/platform/contract/common';
import { Installation } from '@/lib/platform/contract/installation';
import { TokenResponse } from '@/lib/platform/contract/oauth';
import type { InstallId } from '@/lib/shared/ids';
import { createScratchDatabase } from '@/server/scratch-database';
import { type SandboxProcess, startSandbox } from './sandbox-process';
import { startTestServer } from './test-server';

/** The app's own modules in the process of a benchmark, on a database and a sandbox of their own. */
export type BenchWorld = {
  sandbox: SandboxProcess;
  stores: { id: string; locations: string[] }[];
  /** Environment of this app, for child processes. */
  appEnv: Record<string, string>;
  /** An install of this store, taken in as the OAuth callback does. */
  install(store: number): Promise<InstallId>;
  stop(): Promise<void>;
};

/** Starts one; to be called before anything reads env(). */
export async function startBenchWorld(
  appUrl: string,
  sandboxEnv: Record<string, string> = {},
): Promise<BenchWorld> {
  const server = await startTestServer();
  const sandbox = await startSandbox(appUrl, sandboxEnv);
  const database = await createScratchDatabase(server, { prefix: 'bench', template: server.template });
  const appEnv = {
    DAFTAR_MODE: 'test',
    APP_URL: appUrl,
    PLATFORM_API_URL: `${sandbox.origin}/v1`,
    PLATFORM_ISSUER: sandbox.origin,
    PLATFORM_ADMIN_ORIGIN: sandbox.origin,
    PLATFORM_CLIENT_ID: sandbox.clientId,
    PLATFORM_CLIENT_SECRET: sandbox.clientSecret,
    DATABASE_URL: database.url,
    NEXTAUTH_SECRET: randomBytes(32).toString('base64'),
    ENCRYPTION_KEYS: `k1:${randomBytes(32).toString('base64')}`,
    LOG_LEVEL: 'warn',
  };
  Object.assign(process.env, appEnv);
  const { completeInstall } = await import('@/lib/installs/complete-install.server');
  const { closeDb } = await import('@/lib/system/db');
  const { stores } = await sandbox.control<Pick<BenchWorld, 'stores'>>('GET', '');
  return {
    sandbox,
    stores,
    appEnv,
    async install(store) {
      const tokens = TokenResponse.parse(
        await sandbox.control('POST', '/installs', { store_id: stores[store]?.id, dpa_accepted: true }),
      );
      const response = await fetch(`${sandbox.origin}/v1/installation`, {
        headers: { authorization: `Bearer ${tokens.access_token}` },
      });
      const { data } = dataOf(Installation).parse(await response.json());
      const taken = await completeInstall(tokens, data);
      if (!taken.ok) throw new Error(taken.code);
      return taken.installId;
    },
    async stop() {
      await closeDb();
      await sandbox.stop();
      await database.drop();
      await server.stop();
    },
  };
}
