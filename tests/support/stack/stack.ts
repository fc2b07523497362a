import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type { z } from 'zod';
import { type Child, startChild } from '@/server/stack/child';
import { freePort } from '@/server/stack/free-port';
import { KillableApp } from '@/server/stack/killable-app';
import { PlatformLayout } from '@/sandbox/platform-layout';
import { locateProgram, type ProgramFile } from './programs';
import { type SandboxProcess, startSandbox } from './sandbox-process';
import { startTestServer } from './test-server';

/**
 * Everything that a merchant uses, as separate processes: database, sandbox, the app's production build and the worker.
 */
export type Stack = {
  appUrl: string;
  sandbox: SandboxProcess;
  /** The newest process of the app. The tour of the sandbox can replace it. */
  readonly app: Child;
  worker: Child;
  databaseUrl: string;
  /** Environment variables of the app and the worker, for other programs that a test starts beside them. */
  env: Record<string, string>;
  stop(): Promise<void>;
};

export type StackOptions = {
  proxyUrl?: string;
  sandboxEnv?: Record<string, string>;
  /** Names and paths of the sandbox's API that differ from the platform document. */
  layout?: z.input<typeof PlatformLayout>;
  /** Further environment variables of the app and the worker. */
  appEnv?: Record<string, string>;
};

/**
 * Starts database, sandbox, app and worker on free ports. Run `next build` before. Logs are written to `logDir`. If a
 * proxy is between the browser and the app, `proxyUrl` is its URL, and `sandboxEnv` has the variables with which the
 * sandbox trusts the proxy. The app's own port is `env.PORT`.
 */
export async function startStack(
  logDir: string,
  { proxyUrl, sandboxEnv, layout: given = {}, appEnv }: StackOptions = {},
): Promise<Stack> {
  const postgres = await startTestServer();
  const appPort = await freePort();
  const appUrl = proxyUrl ?? `http://localhost:${appPort}`;
  const layout = PlatformLayout.parse(given);
  const databaseUrl = new URL(postgres.url);
  databaseUrl.pathname = `/${postgres.template}`;
  const app = new KillableApp((again) => start('app', 'server/app.ts', again), databaseUrl.href);
  const sandboxSettings = { SANDBOX_LAYOUT: JSON.stringify(given), ...sandboxEnv };
  const sandbox = await startSandbox(appUrl, sandboxSettings, app.host);
  const env = {
    DAFTAR_MODE: 'demo',
    NODE_ENV: 'production',
    APP_URL: appUrl,
    PORT: String(appPort),
    PLATFORM_API_URL: sandbox.origin + layout.api,
    PLATFORM_ISSUER: sandbox.origin + layout.issuer,
    PLATFORM_ADMIN_ORIGIN: sandbox.origin,
    PLATFORM_CLIENT_ID: sandbox.clientId,
    PLATFORM_CLIENT_SECRET: sandbox.clientSecret,
    DATABASE_URL: databaseUrl.href,
    NEXTAUTH_SECRET: randomBytes(32).toString('base64'),
    ENCRYPTION_KEYS: `k1:${randomBytes(32).toString('base64')}`,
    NEXT_TELEMETRY_DISABLED: '1',
    ...appEnv,
  };
  const start = (name: string, program: ProgramFile, appendsLog = false) => {
    const { flags, file } = locateProgram(program);
    const logFile = path.join(logDir, `${name}.log`);
    return startChild({ name, flags, args: [file], env, logFile, appendsLog });
  };
  app.start();
  const worker = start('worker', 'lib/worker/main.ts');
  const stop = async () => {
    await Promise.all([app.stop(), worker.stop(), sandbox.stop()]);
    await postgres.stop();
  };
  try {
    await Promise.all([app.current.ready, worker.ready]);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    appUrl,
    sandbox,
    get app() {
      return app.current;
    },
    worker,
    databaseUrl: databaseUrl.href,
    env,
    stop,
  };
}
