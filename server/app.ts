import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import next from 'next';
import { closeDb } from '@/lib/system/db';
import { type Env, env } from '@/lib/system/env';
import { log } from '@/lib/system/log';
import { onShutdown } from '@/lib/system/on-shutdown';
import { deliver, webhookPath } from '@/server/deliver';
import { portHolder } from '@/server/port-holder';

const headerTimeoutMs = 10_000;
const requestTimeoutMs = 30_000;

/**
 * Our own entry ahead of Next: a delivery goes to the receiver at once (a Next route handler costs it twenty times
 * the CPU), everything else to Next; time-outs that `next start` does not set.
 */
async function main(): Promise<void> {
  const { PORT, APP_URL, DAFTAR_MODE, LOG_LEVEL } = env();
  log.level = LOG_LEVEL;
  const app = next({ dev: false, port: PORT, hostname: new URL(APP_URL).hostname, dir: process.cwd() });
  const server = createServer((request, response) => {
    if (request.url?.split('?')[0] === webhookPath) void deliver(request, response);
    else void prepared.then((handle) => handle(request, response));
  });
  server.headersTimeout = headerTimeoutMs;
  server.requestTimeout = requestTimeoutMs;
  // Listens first: a port that is taken is said at once, and a delivery need not wait for Next.
  await listen(server, PORT, DAFTAR_MODE);
  const prepared = app.prepare().then(() => app.getRequestHandler());
  await prepared;
  console.log(`ready app ${APP_URL}`);
  onShutdown(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await app.close();
    await closeDb();
  });
}

async function listen(server: Server, port: number, mode: Env['DAFTAR_MODE']): Promise<void> {
  // The demo and the tests are this machine's own; a deployment is reached by its proxy.
  server.listen(port, mode === 'production' ? undefined : '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
    throw new Error(`Port ${port} is taken by ${(await portHolder(port)) ?? 'another program'}: set PORT.`, {
      cause: error,
    });
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
