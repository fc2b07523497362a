import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import path from 'node:path';
import type { Duplex } from 'node:stream';
import next from 'next';
import { socketAddressHeader } from '@/lib/system/http/client-address';
import { limitCookies } from '@/lib/system/http/limit-cookies';
import { closeDb } from '@/lib/system/db';
import { env, weakSettings } from '@/lib/system/env';
import { requireCurrentDatabase } from '@/lib/system/ledger/ship-ledger';
import { log } from '@/lib/system/log';
import { logConsole } from '@/lib/system/log-console';
import { startMetricsServer } from '@/lib/system/metrics/metrics-server';
import { onShutdown } from '@/lib/system/on-shutdown';
import { setService } from '@/lib/system/process/process-facts';
import { requestIdOf, runInContext } from '@/lib/system/process/request-context';
import { deliver, webhookPath } from '@/server/deliver';
import { createDrain } from '@/server/http/drain';
import { portHolder } from '@/server/stack/port-holder';
import { serveStaticFiles } from '@/server/http/serve-static-files';
import { startInTurn } from '@/server/http/start-in-turn';
import { useBuiltConfig } from '@/server/use-built-config';
import { isWellFormed } from '@/server/http/well-formed';

/**
 * Time limits for receiving the headers and the whole request, which has at most 64 KB. Node checks them each second.
 * At Node's default interval of 30 s a request could last up to 30 s longer.
 */
const timeouts = { headersTimeout: 10_000, requestTimeout: 10_000, connectionsCheckingInterval: 1_000 };
/**
 * How long an idle connection stays open, in milliseconds. Proxies keep idle connections for 60 to 120 s. If the server
 * closed a connection before the proxy did, a request sent at that moment would be lost.
 */
const keepAliveTimeout = 125_000;

/**
 * The HTTP server in front of Next. A webhook delivery goes directly to the receiver, because a Next route handler
 * costs twenty times the CPU. Everything else goes to Next. The server also sets time-outs that `next start` does not
 * set (S24).
 */
async function main(): Promise<void> {
  setService('app');
  const { APP_HOST, PORT, APP_URL, DAFTAR_MODE, DRAIN_SECONDS, LOG_LEVEL, MAX_CONNECTIONS, TRUSTED_PROXIES } =
    env();
  log.level = LOG_LEVEL;
  for (const weak of weakSettings(env())) log.warn(weak);
  await requireCurrentDatabase();
  const dev = DAFTAR_MODE === 'development';
  // The demo and the tests listen only on 127.0.0.1. A deployment listens on all addresses, because its proxy connects
  // to it.
  const host = APP_HOST ?? (DAFTAR_MODE === 'production' ? undefined : '127.0.0.1');
  await requireFreePort(PORT, host);
  if (!dev) await useBuiltConfig(process.cwd());
  const app = next({
    dev,
    port: PORT,
    hostname: new URL(APP_URL).hostname,
    dir: process.cwd(),
    // Next accepts connection upgrades on the server that it gets, because its hot reload uses them. Next leaves
    // unknown upgrades open without a time-out. In production Next therefore gets a server object that never listens,
    // and Node passes an upgrade request to the handler below.
    ...(!dev && { httpServer: createServer() }),
  });
  // The server listens only after Next is prepared, so no request waits for the start and none gets 503.
  await app.prepare();
  const handle = app.getRequestHandler();
  const serveOtherBuild = dev ? () => false : await serveStaticFiles(path.join(process.cwd(), '.next'));
  const server = createServer({ ...timeouts, keepAliveTimeout }, (request, response) => {
    if (drain.take(request, response)) return;
    // The header with the client's socket address is set only here: a value that the client sent is overwritten or
    // deleted.
    const { remoteAddress } = request.socket;
    if (remoteAddress === undefined) delete request.headers[socketAddressHeader];
    else request.headers[socketAddressHeader] = remoteAddress;
    const { cookie } = request.headers;
    if (cookie !== undefined) request.headers.cookie = limitCookies(cookie);
    // In development Next's route handler receives webhook deliveries, because only Next reloads the receiver after a
    // change.
    const isDelivery = !dev && request.url?.split('?')[0] === webhookPath;
    // The app offers no other protocol, so the connection of an upgrade request is closed at once (S24). A delivery is
    // received before that, because a client may offer HTTP/2 with each of its requests (h2c; RFC 9110, 7.8).
    const isUpgrade = requestsUpgrade(request);
    if (isUpgrade) response.shouldKeepAlive = false;
    if (!isWellFormed(request) || (isUpgrade && !isDelivery))
      return void response.writeHead(400, { connection: 'close' }).end();
    if (isDelivery) void deliver(request, response);
    else if (!serveOtherBuild(request, response)) {
      letCompress(response);
      const requestId = requestIdOf(request.headers['x-request-id'], TRUSTED_PROXIES);
      response.setHeader('x-request-id', requestId);
      void runInContext({ requestId }, () =>
        startInTurn(request, response, TRUSTED_PROXIES, () => handle(request, response)),
      );
    }
  });
  const drain = createDrain(server, DRAIN_SECONDS * 1_000);
  server.maxConnections = MAX_CONNECTIONS;
  // With MAX_CONNECTIONS open connections, Node drops each new one. The idle connections are closed then, so that a
  // later connection is accepted.
  server.on('drop', () => server.closeIdleConnections());
  // The connections of Next's hot reload are collected here, because `closeAllConnections` does not close upgraded
  // connections.
  const upgraded = new Set<Duplex>();
  if (dev)
    server.on('upgrade', (_, socket) => upgraded.add(socket.once('close', () => upgraded.delete(socket))));
  await listen(server, PORT, host);
  const stopMetrics = await startMetricsServer();
  console.log(`ready app ${APP_URL}`);
  // In production the console output is written to the log. In development it is not, because a person reads the
  // console, where Next prints errors with the lines of the source.
  if (!dev) logConsole();
  onShutdown(async () => {
    for (const socket of upgraded) socket.destroy();
    await drain.finish();
    await app.close();
    await closeDb();
    await stopMetrics();
  }, DRAIN_SECONDS);
}

/**
 * Whether the client asks to continue in another protocol, such as WebSocket. A proxy may set only one of the two
 * headers on every request, so both are necessary (RFC 9110, 7.8).
 */
function requestsUpgrade({ headers }: IncomingMessage): boolean {
  return headers.upgrade !== undefined && /\bupgrade\b/i.test(headers.connection ?? '');
}

/**
 * Makes HTML pages from route handlers compressible. Next sets the headers of a route handler as arrays, but its
 * compression recognises only a content type that is a string. Without this change such a page would be three times
 * larger. Only pages are changed, because an event stream must not wait in a compressor.
 */
function letCompress(response: ServerResponse): void {
  const setHeader = response.setHeader.bind(response);
  response.setHeader = (name, value) => {
    const [only, ...others] = Array.isArray(value) ? value : [];
    const isPage = others.length === 0 && only?.startsWith('text/html') && /^content-type$/i.test(name);
    return setHeader(name, isPage ? only : value);
  };
}

/** Throws if the port is in use. Next takes seconds to prepare, and the error must not wait for that. */
async function requireFreePort(port: number, host: string | undefined): Promise<void> {
  const probe = createServer();
  await listen(probe, port, host);
  probe.close();
  await once(probe, 'close');
}

async function listen(server: Server, port: number, host: string | undefined): Promise<void> {
  server.listen(port, host);
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
