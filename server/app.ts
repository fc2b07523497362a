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
import { onShutdown } from '@/lib/system/process/on-shutdown';
import { setService } from '@/lib/system/process/process-facts';
import { requestIdOf, runInContext } from '@/lib/system/process/request-context';
import { startTracing } from '@/lib/system/tracing/start-tracing';
import { deliver, webhookPath } from '@/server/deliver';
import { createDrain } from '@/server/http/drain';
import { portHolder } from '@/server/stack/port-holder';
import { serveStaticFiles } from '@/server/http/serve-static-files';
import { limitResponse } from '@/server/http/response-deadline';
import { startInTurn } from '@/server/http/start-in-turn';
import { useBuiltConfig } from '@/server/use-built-config';
import { useOwnOrigin } from '@/server/http/use-own-origin';
import { isWellFormed } from '@/server/http/well-formed';

/**
 * Time limits for receiving the request headers and the whole request, in milliseconds. A request has at most 64 KB, or
 * 1.8 MB with a remittance sheet. Node checks every second whether a connection has exceeded a limit. At Node's default
 * interval of 30 s, a request could exceed its limit by up to 30 s.
 */
const timeouts = { headersTimeout: 10_000, requestTimeout: 10_000, connectionsCheckingInterval: 1_000 };
/**
 * Time for which an idle connection stays open, in milliseconds. Proxies close idle connections after 60 to 120 s. The
 * server waits longer, so that the proxy closes them first. If the server closed a connection just as the proxy sends a
 * request on it, that request would be lost.
 */
const keepAliveTimeout = 125_000;

/**
 * Starts the HTTP server of the app. The server passes webhook deliveries directly to `receiveWebhook`, because a Next
 * route handler needs twenty times the CPU. All other requests are passed to Next. The server also has time-outs, which
 * `next start` does not set (S24).
 */
async function main(): Promise<void> {
  setService('app');
  const { APP_HOST, PORT, APP_URL, DAFTAR_MODE, DRAIN_SECONDS, LOG_LEVEL, MAX_CONNECTIONS, TRUSTED_PROXIES } =
    env();
  log.level = LOG_LEVEL;
  for (const weak of weakSettings(env())) log.warn(weak);
  await requireCurrentDatabase();
  const stopTracing = await startTracing();
  const dev = DAFTAR_MODE === 'development';
  // The demo and the tests listen only on 127.0.0.1. A deployment listens on all addresses, because its proxy connects
  // from another machine or container.
  const host = APP_HOST ?? (DAFTAR_MODE === 'production' ? undefined : '127.0.0.1');
  await requireFreePort(PORT, host);
  // The metrics port is opened before the app accepts connections. So if it is taken, no request is lost.
  const stopMetrics = await startMetricsServer();
  if (!dev) await useBuiltConfig(process.cwd());
  useOwnOrigin(host, PORT);
  const app = next({
    dev,
    port: PORT,
    hostname: new URL(APP_URL).hostname,
    dir: process.cwd(),
    // Next handles connection upgrades (such as WebSocket) on the HTTP server that it is given, because its hot reload
    // uses them. It leaves unknown upgrades open without a time-out. So in production, Next gets a server object that
    // never listens. The server that listens is created below, and it refuses upgrades itself.
    ...(!dev && { httpServer: createServer() }),
  });
  // The server starts to listen only after Next is prepared. So no request waits for the start or gets 503.
  await app.prepare();
  const handle = app.getRequestHandler();
  const serveOtherBuild = dev ? () => false : await serveStaticFiles(path.join(process.cwd(), '.next'));
  const server = createServer({ ...timeouts, keepAliveTimeout }, (request, response) => {
    // The development server of Next adds eleven `close` listeners to one response. Node warns from the eleventh on.
    if (dev) response.setMaxListeners(20);
    if (drain.take(request, response)) return;
    limitResponse(response);
    // The header with the client's socket address is always set or deleted here. So a value that the client sent in
    // this header is never used.
    const { remoteAddress } = request.socket;
    if (remoteAddress === undefined) delete request.headers[socketAddressHeader];
    else request.headers[socketAddressHeader] = remoteAddress;
    const { cookie } = request.headers;
    if (cookie !== undefined) request.headers.cookie = limitCookies(cookie);
    // In development, Next's route handler receives webhook deliveries, because Next reloads the receiver after a
    // change and this server does not.
    const isDelivery = !dev && request.url?.split('?')[0] === webhookPath;
    // The app supports no protocol upgrade, so it closes the connection of an upgrade request at once (S24). A webhook
    // delivery is received before the connection is closed, because a client may offer an upgrade to HTTP/2 in each of
    // its requests (h2c; RFC 9110, 7.8).
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
  // When MAX_CONNECTIONS connections are open, Node drops each new connection. Then idle connections are closed, so
  // that the next connections are accepted.
  server.on('drop', () => server.closeIdleConnections());
  // The connections of Next's hot reload are collected here, because `closeAllConnections` does not close upgraded
  // connections.
  const upgraded = new Set<Duplex>();
  if (dev)
    server.on('upgrade', (_, socket) => upgraded.add(socket.once('close', () => upgraded.delete(socket))));
  // A signal during the start must drain the app too, so the handlers are set before it accepts connections.
  onShutdown(async () => {
    for (const socket of upgraded) socket.destroy();
    await drain.finish();
    await app.close();
    await closeDb();
    await stopMetrics();
    await stopTracing();
  }, DRAIN_SECONDS);
  await listen(server, PORT, host);
  console.log(`ready app ${APP_URL}`);
  // In production, the console output is written to the log. In development, it stays on the console, because
  // developers read it there, and Next prints errors with the source lines.
  if (!dev) logConsole();
}

/**
 * Returns true if the client asks to switch to another protocol, such as WebSocket. Such a client sends the headers
 * Upgrade and Connection. A proxy may set one of them on every request, so both must be present (RFC 9110, 7.8).
 */
function requestsUpgrade({ headers }: IncomingMessage): boolean {
  return headers.upgrade !== undefined && /\bupgrade\b/i.test(headers.connection ?? '');
}

/**
 * Makes HTML pages from route handlers compressible. Next sets the headers of a route handler as arrays, but it
 * compresses a response only if the content type is a string. Without compression, a page would be three times larger.
 * An event stream is left unchanged, because compression would delay its events.
 */
function letCompress(response: ServerResponse): void {
  const setHeader = response.setHeader.bind(response);
  response.setHeader = (name, value) => {
    const [only, ...others] = Array.isArray(value) ? value : [];
    const isPage = others.length === 0 && only?.startsWith('text/html') && /^content-type$/i.test(name);
    return setHeader(name, isPage ? only : value);
  };
}

/**
 * Throws if the port is in use. This check is made before Next is prepared, because the preparation takes seconds, and
 * the error should appear at once.
 */
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
