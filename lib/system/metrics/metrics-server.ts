import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { env } from '@/lib/system/env';
import { log } from '@/lib/system/log';
import { metrics } from '@/lib/system/metrics/metrics';

/** The response that a path of the metrics port returns. */
export type MetricsAnswer = { status: number; contentType: string; body: string };

/**
 * Time limits of a request in milliseconds. They can be short, because Prometheus and the orchestrator send
 * small requests over a local network.
 */
const timeouts = { headersTimeout: 5_000, requestTimeout: 5_000 };

/**
 * Serves the metrics of this process at /metrics on METRICS_PORT, and further paths such as the worker's
 * probes. The port has no password, so a deployment must not publish it. Returns a function that stops the
 * server. If METRICS_PORT is not set, no server is started.
 */
export async function startMetricsServer(
  paths: Record<string, () => Promise<MetricsAnswer>> = {},
): Promise<() => Promise<void>> {
  const { METRICS_PORT: port, METRICS_HOST: host } = env();
  if (port === undefined) return async () => undefined;
  const { registry, startDefaults } = metrics();
  startDefaults();
  const all: typeof paths = {
    ...paths,
    '/metrics': async () => ({
      status: 200,
      contentType: registry.contentType,
      body: await registry.metrics(),
    }),
  };
  const server = createServer(timeouts, (request, response) => {
    const path = request.url?.split('?')[0] ?? '';
    const read = request.method === 'GET' && Object.hasOwn(all, path) ? all[path] : undefined;
    const answer = read ? read() : Promise.resolve(notFound);
    void answer
      .catch((error: unknown) => {
        log.warn(
          { error, path },
          'a request to the metrics port failed; answered 503, the next request tries again',
        );
        return unavailable;
      })
      .then(({ status, contentType, body }) =>
        response.writeHead(status, { 'content-type': contentType, 'cache-control': 'no-store' }).end(body),
      );
  });
  await listenOn(server, port, host);
  return async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
}

const contentType = 'text/plain; charset=utf-8';
const notFound: MetricsAnswer = { status: 404, contentType, body: 'not found\n' };
const unavailable: MetricsAnswer = { status: 503, contentType, body: 'unavailable\n' };

async function listenOn(server: Server, port: number, host: string | undefined): Promise<void> {
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw new Error(`METRICS_PORT ${port} cannot be opened: set another port, one for each process.`, {
      cause: error,
    });
  }
}
