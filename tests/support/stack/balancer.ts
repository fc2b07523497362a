import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A load balancer like the load balancer in front of a deployment. It sends each request only once and never repeats
 * it.
 */
export type Balancer = {
  port: number;
  /** Adds an app process by its port. The process receives requests as soon as it is ready. */
  add(port: number): void;
  /** Resolves when the app process at the given port becomes ready, or stops being ready. */
  until(port: number, isReady: boolean): Promise<void>;
  stop(): void;
};

/**
 * Time between two readiness checks of a process, in milliseconds. A process that responds with 503 receives no
 * requests until a later check succeeds.
 */
const checkMs = 200;

/**
 * Starts a load balancer on a free port of 127.0.0.1. The load balancer checks the readiness of each process, keeps
 * connections to ready processes open, and sends requests to these processes in turn. A client gets 502 if no process
 * is ready, or if a process closes the connection without a response.
 */
export async function startBalancer(): Promise<Balancer> {
  const processes = new Map<number, { agent: Agent; isReady: boolean }>();
  let turn = 0;
  const server = createServer((from, to) => {
    const ready = [...processes].filter(([, { isReady }]) => isReady);
    const next = ready[turn++ % ready.length];
    if (!next) return void to.writeHead(502).end();
    const [port, { agent }] = next;
    pass(from, to, port, agent);
  });
  const check = async (port: number) => {
    const found = processes.get(port);
    if (!found) return;
    const answer = await fetch(`http://127.0.0.1:${port}/api/health/ready`, {
      signal: AbortSignal.timeout(2_000),
    }).catch(() => null);
    await answer?.body?.cancel();
    found.isReady = answer?.status === 200;
  };
  const timer = setInterval(() => {
    for (const port of processes.keys()) void check(port);
  }, checkMs);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    add: (port) => void processes.set(port, { agent: new Agent({ keepAlive: true }), isReady: false }),
    async until(port, isReady) {
      while (processes.get(port)?.isReady !== isReady)
        await new Promise((resolve) => setTimeout(resolve, checkMs / 4));
    },
    stop() {
      clearInterval(timer);
      server.closeAllConnections();
      server.close();
      for (const { agent } of processes.values()) agent.destroy();
    },
  };
}

function pass(from: IncomingMessage, to: ServerResponse, port: number, agent: Agent): void {
  const { method, url: path, headers } = from;
  const upstream = request({ host: '127.0.0.1', port, agent, method, path, headers }, (answer) => {
    const { connection: _, 'keep-alive': __, ...rest } = answer.headers;
    to.writeHead(answer.statusCode ?? 502, rest);
    answer.pipe(to);
    answer.once('error', () => to.destroy());
  });
  upstream.once('error', () => {
    if (to.headersSent) to.destroy();
    else to.writeHead(502).end();
  });
  to.once('close', () => upstream.destroy());
  from.pipe(upstream);
}
