import { dataOf } from 'commerce-platform-client/contract/common';
import { Installation } from 'commerce-platform-client/contract/installation';
import { TokenResponse } from 'commerce-platform-client/contract/oauth';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import { createScratchDatabase } from '@/server/postgres/scratch-database';
import { appEnvOf } from '@/tests/support/integration/app-env';
import { type SandboxProcess, startSandbox } from './sandbox-process';
import { startTestServer } from './test-server';

/** The modules of the app, loaded in the process of a benchmark, with a database and a sandbox of their own. */
export type BenchWorld = {
  sandbox: SandboxProcess;
  stores: { id: string; currency: string; locations: string[] }[];
  /** Environment variables of this app, for child processes that a benchmark starts. */
  appEnv: Record<string, string>;
  /**
   * Approves an installation at the sandbox without a browser. Returns the tokens that the OAuth callback would
   * receive.
   */
  grant(store: number): Promise<TokenResponse>;
  /** Stores the tokens of an installation in the database, as the OAuth callback does. Returns the install id. */
  takeIn(tokens: TokenResponse): Promise<InstallId>;
  /** Approves an installation and stores its tokens: calls `grant` and then `takeIn`. */
  install(store: number): Promise<InstallId>;
  stop(): Promise<void>;
};

/**
 * Starts a database and a sandbox for a benchmark and configures the app in this process. Call it before any code
 * reads env().
 */
export async function startBenchWorld(
  appUrl: string,
  sandboxEnv: Record<string, string> = {},
): Promise<BenchWorld> {
  const server = await startTestServer();
  const sandbox = await startSandbox(appUrl, sandboxEnv);
  const database = await createScratchDatabase(server, { prefix: 'bench', template: server.template });
  const appEnv = appEnvOf({ appUrl, sandbox, database, logLevel: 'warn' });
  Object.assign(process.env, appEnv);
  const { completeInstall } = await import('@/lib/installs/complete-install.server');
  const { closeDb } = await import('@/lib/system/db');
  const { stores } = await sandbox.control<Pick<BenchWorld, 'stores'>>('GET', '');
  const grant = async (store: number) =>
    TokenResponse.parse(
      await sandbox.control('POST', '/installs', { store_id: stores[store]?.id, dpa_accepted: true }),
    );
  const takeIn = async (tokens: TokenResponse) => {
    const response = await fetch(`${sandbox.origin}/v1/installation`, {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    });
    const { data } = dataOf(Installation).parse(await response.json());
    const taken = await completeInstall(tokens, data);
    if (!taken.ok) throw new Error(taken.code);
    return taken.installId;
  };
  return {
    sandbox,
    stores,
    appEnv,
    grant,
    takeIn,
    install: async (store) => takeIn(await grant(store)),
    async stop() {
      await closeDb();
      await sandbox.stop();
      await database.drop();
      await server.stop();
    },
  };
}
