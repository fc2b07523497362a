import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { deliver } from '@/server/deliver';

/** A server at the app's address (`appUrl`) that passes each delivery to the webhook receiver in the test process. */
export type WebhookEndpoint = { appUrl: string; stop(): Promise<void> };

/** Starts a server on any free port that passes each delivery to the webhook receiver in the test process. */
export async function startWebhookEndpoint(): Promise<WebhookEndpoint> {
  const server = createServer((request, response) => void deliver(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    appUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
