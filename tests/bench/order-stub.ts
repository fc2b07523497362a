import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A stub of the platform that returns orders. */
export type OrderStub = { origin: string; stop(): Promise<void> };

/**
 * Starts a stub of the platform on any free port. It answers GET /orders/{id} with the given order under the requested
 * id, and GET /orders with an empty page.
 */
export async function startOrderStub(order: object): Promise<OrderStub> {
  const server = createServer((request, response) => {
    const [path = ''] = (request.url ?? '').split('?');
    const id = /\/orders\/([^/]+)$/.exec(path)?.[1];
    const body = id === undefined ? { data: [], next_cursor: null } : { data: { ...order, id } };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
