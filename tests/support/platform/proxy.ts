import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/**
 * A response that the proxy sends instead of the sandbox's response. If the body is null, the proxy sends no response
 * and closes the connection.
 */
export type Override = { status: number; headers?: Record<string, string>; body: string | null };

/**
 * A proxy between the app and the sandbox. The proxy records the requests. It can also send its own responses, or
 * change those of the sandbox.
 */
export type Proxy = {
  origin: string;
  /** Origin of the sandbox to which the proxy forwards. Set it before the first request. */
  target: string;
  /**
   * The requests that the proxy received, such as "POST /oauth/token", oldest first. Each has its query as sent and
   * its arrival time in milliseconds since 1970.
   */
  requests: { line: string; query: URLSearchParams; atMs: number }[];
  /** Number of rows per page that the proxy requests from the sandbox. The app requested 100 rows per page. */
  pageSize: number;
  /**
   * The proxy calls this function first for each request. If the function returns a response, the proxy sends this
   * response. If it returns null, the proxy forwards the request to the sandbox.
   */
  override: (line: string) => Override | null;
  /**
   * The proxy calls this function with the JSON body of each response of the sandbox. The proxy sends the returned body
   * to the app instead.
   */
  rewrite: (body: unknown, line: string) => unknown;
  count(line: string): number;
  stop(): Promise<void>;
};

/** Starts a proxy on any free port. The new proxy forwards everything unchanged. */
export async function startProxy(): Promise<Proxy> {
  const server = createServer((request, response) => {
    void answer(proxy, request).then(({ status, headers, body }) => {
      if (body === null) response.destroy();
      else response.writeHead(status, headers).end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const proxy: Proxy = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    target: '',
    requests: [],
    pageSize: 100,
    override: () => null,
    rewrite: (body) => body,
    count: (line) => proxy.requests.filter((request) => request.line === line).length,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return proxy;
}

const passedOn = ['authorization', 'content-type', 'accept', 'idempotency-key'];

async function answer(proxy: Proxy, request: IncomingMessage): Promise<Override> {
  const url = new URL(request.url ?? '/', proxy.target);
  const line = `${request.method} ${url.pathname}`;
  proxy.requests.push({ line, query: new URLSearchParams(url.searchParams), atMs: Date.now() });
  if (url.searchParams.get('limit') === '100') url.searchParams.set('limit', String(proxy.pageSize));
  const sent = await buffer(request);
  const override = proxy.override(line);
  if (override) return override;
  try {
    const response = await fetch(url, {
      method: request.method ?? 'GET',
      headers: passedOn.flatMap((name): [string, string][] => {
        const value = request.headers[name];
        return typeof value === 'string' ? [[name, value]] : [];
      }),
      body: sent.length > 0 ? new Uint8Array(sent) : null,
    });
    const text = await response.text();
    const json = response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : null;
    return {
      status: response.status,
      headers: Object.fromEntries(
        [...response.headers].filter(
          ([name]) => !/^(content-length|connection|keep-alive|transfer-encoding|date)$/.test(name),
        ),
      ),
      body: json === null ? text : JSON.stringify(await proxy.rewrite(json, line)),
    };
  } catch {
    return { status: 0, body: null };
  }
}
