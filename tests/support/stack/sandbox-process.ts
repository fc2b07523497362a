import path from 'node:path';
import { type Child, startChild } from '@/server/stack/child';
import { freePort } from '@/server/stack/free-port';
import type { TourHost } from '@/sandbox/tour/tour-host';
import { locateProgram } from './programs';
import { testLogs } from './test-logs';

/** The sandbox as a separate process, with its control interface (docs/platform/sandbox-control.md). */
export type SandboxProcess = {
  origin: string;
  clientId: string;
  clientSecret: string;
  /** Calls the control interface of the sandbox at /_sandbox{path}. Throws if the response is an error. */
  control<Answer = unknown>(method: string, path: string, body?: unknown): Promise<Answer>;
  child: Child;
  stop(): Promise<void>;
};

/** Starts an in-memory sandbox on any free port, for the app at `appUrl`. `tourHost` answers the questions of its tour. */
export async function startSandbox(
  appUrl: string,
  env: Record<string, string | undefined> = {},
  tourHost?: TourHost,
): Promise<SandboxProcess> {
  const port = await freePort();
  const clientId = 'daftar-test';
  const clientSecret = 'a-client-secret-for-tests-of-32-bytes';
  const { flags, file } = locateProgram('sandbox/main.ts');
  const child = startChild({
    name: 'sandbox',
    flags,
    args: [file],
    tourHost,
    logFile: path.join(testLogs, `sandbox-${port}.log`),
    env: {
      SANDBOX_PORT: String(port),
      SANDBOX_APP_URL: appUrl,
      SANDBOX_CLIENT_ID: clientId,
      SANDBOX_CLIENT_SECRET: clientSecret,
      SANDBOX_ORDERS: '250',
      ...env,
    },
  });
  await child.ready;
  const origin = `http://127.0.0.1:${port}`;
  return {
    origin,
    clientId,
    clientSecret,
    child,
    async control<Answer>(method: string, path: string, body?: unknown) {
      const response = await fetch(`${origin}/_sandbox${path}`, {
        method,
        ...(body !== undefined && {
          body: JSON.stringify(body),
          headers: { 'content-type': 'application/json' },
        }),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${method} /_sandbox${path}: ${response.status} ${text}`);
      return (text === '' ? undefined : JSON.parse(text)) as Answer;
    },
    stop: async () => void (await child.stop()),
  };
}
