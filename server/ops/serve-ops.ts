import { createHash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import { createTokenBuckets } from '@/lib/system/http/token-buckets';
import { log } from '@/lib/system/log';
import { shareFor } from '@/lib/system/process/share-for';
import { opsPage, opsPolicy } from '@/server/ops/ops-page';
import { readOverview } from '@/server/ops/read-overview.server';

/** The address at which the overview page is served, and the password of the page. */
export type OpsServer = { port: number; host: string; password: string };

/** Limits of a request. They are far below those of the app, because the page needs only one small GET request. */
const limits = {
  headersTimeout: 5_000,
  requestTimeout: 5_000,
  connectionsCheckingInterval: 1_000,
  maxHeaderSize: 8_192,
};
const connectionsMax = 50;
/** Limit of wrong passwords from one client address: ten at once, then one every 10 s. */
const failures = createTokenBuckets({ capacity: 10, refillPerSecond: 0.1, keysMax: 10_000 });
/**
 * Time in milliseconds for which the result of the SQL statements is cached. All requests for the page within this time
 * get the same result.
 */
const sharedForMs = 1_000;

/**
 * Serves a page for the person who runs the deployment: the overview of `npm run ops` as HTML at `/`. Each request
 * needs the password (HTTP Basic, any user name), because a port may be exposed by mistake. The page changes nothing,
 * and it contains no personal data. Returns a function that stops the server.
 */
export async function serveOps(at: OpsServer): Promise<() => Promise<void>> {
  const read = shareFor(sharedForMs, readOverview);
  const server = createServer(limits, (request, response) => {
    void answer(request, at, read).then((given) => send(request, response, given));
  });
  server.maxConnections = connectionsMax;
  server.listen(at.port, at.host);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw new Error(`OPS_PORT ${at.port} cannot be opened: set another port.`, { cause: error });
  }
  return async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
}

type Answer = { status: number; body: string; headers?: Record<string, string> };

async function answer(
  request: IncomingMessage,
  { host, password }: OpsServer,
  read: typeof readOverview,
): Promise<Answer> {
  if (!isOwnHost(request.headers.host ?? '', host)) return { status: 421, body: 'unknown host\n' };
  const address = request.socket.remoteAddress ?? '';
  if (failures.isSpent(address))
    return { status: 429, body: 'too many wrong passwords\n', headers: { 'retry-after': '10' } };
  if (!isPassword(request.headers.authorization, password)) {
    // A browser sends its first request without a password. This request does not count as a wrong password.
    if (request.headers.authorization !== undefined) {
      failures.charge(address);
      log.warn({ address }, 'wrong password for the page of the publisher; answered 401');
    }
    return {
      status: 401,
      body: 'password needed\n',
      headers: { 'www-authenticate': 'Basic realm="ops", charset="UTF-8"' },
    };
  }
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return { status: 405, body: 'only GET\n', headers: { allow: 'GET, HEAD' } };
  if (request.url?.split('?')[0] !== '/') return { status: 404, body: 'not found\n' };
  try {
    const body = await opsPage(await read(), new Date());
    return { status: 200, body, headers: { 'content-type': 'text/html; charset=utf-8' } };
  } catch (error) {
    log.error({ error }, 'the page of the publisher could not be read; answered 503');
    return { status: 503, body: 'the database cannot be read\n' };
  }
}

/**
 * Returns true if the Host header is an IP address, localhost, or OPS_HOST. Other names are refused, because with DNS
 * rebinding, a page of another site reaches this server under the name of that site.
 */
function isOwnHost(header: string, own: string): boolean {
  const name = /^(?:\[([\da-f:.]+)\]|([^:]*))(?::\d{1,5})?$/i.exec(header);
  const host = (name?.[1] ?? name?.[2] ?? '').toLowerCase();
  return host === 'localhost' || host === own.toLowerCase() || isIP(host) !== 0;
}

/**
 * Returns true if the header contains the password. Hashes of equal length are compared, so that the duration reveals
 * neither the length nor the start of the password.
 */
function isPassword(header: string | undefined, password: string): boolean {
  const encoded = /^basic ([a-z\d+/=]+)$/i.exec(header ?? '')?.[1] ?? '';
  const [, ...given] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  return timingSafeEqual(hash(given.join(':')), hash(password));
}

const hash = (text: string) => createHash('sha256').update(text).digest();

function send(request: IncomingMessage, response: ServerResponse, { status, body, headers }: Answer): void {
  response.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'content-security-policy': opsPolicy,
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    ...headers,
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}
