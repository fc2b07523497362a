import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import next from 'next';
import { socketAddressHeader } from '@/lib/system/http/client-address';
import { closeDb } from '@/lib/system/db';
import { type Env, env } from '@/lib/system/env';
import { log } from '@/lib/system/log';
import { onShutdown } from '@/lib/system/on-shutdown';
import { deliver, webhookPath } from '@/server/deliver';
import { portHolder } from '@/server/stack/port-holder';

/** Until the headers, and the whole of a request, have come; looked at often, or they would be up to 30 s longer. */
const timeouts = { headersTimeout: 10_000, requestTimeout: 30_000, connectionsCheckingInterval: 1_000 };
/** Longer than proxies keep an idle connection (60 to 120 s): a request on one that we close just then would be lost. */
const keepAliveTimeout = 125_000;

/**
 * Our own entry ahead of Next: a delivery goes to the receiver at once (a Next route handler costs it twenty times
 * the CPU), everything else to Next; time-outs that `next start` does not set.
 */
async function main(): Promise<void> {
  const { PORT, APP_URL, DAFTAR_MODE, LOG_LEVEL } = env();
  log.level = LOG_LEVEL;
  const dev = DAFTAR_MODE === 'development';
  const app = next({ dev, port: PORT, hostname: new URL(APP_URL).hostname, dir: process.cwd() });
  const server = createServer({ ...timeouts, keepAliveTimeout }, (request, response) => {
    // Ours alone: what a client wrote there is overwritten, or taken away.
    const { remoteAddress } = request.socket;
    if (remoteAddress === undefined) delete request.headers[socketAddressHeader];
    else request.headers[socketAddressHeader] = remoteAddress;
    // In development the route handler takes deliveries, since only Next loads a changed receiver again.
    if (!dev && request.url?.split('?')[0] === webhookPath) void deliver(request, response);
    else {
      letCompress(response);
      void prepared.then((handle) => handle(request, response));
    }
  });
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

/**
 * Next sets the headers of a route handler as lists, and its compression knows a content type as a text alone: a page
 * that a handler answers would travel three times as heavy. Pages only: a stream must not wait in a compressor.
 */
function letCompress(response: ServerResponse): void {
  const setHeader = response.setHeader.bind(response);
  response.setHeader = (name, value) => {
    const [only, ...others] = Array.isArray(value) ? value : [];
    const isPage = others.length === 0 && only?.startsWith('text/html') && /^content-type$/i.test(name);
    return setHeader(name, isPage ? only : value);
  };
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
