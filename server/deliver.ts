import type { IncomingMessage, ServerResponse } from 'node:http';
import { clientAddress } from '@/lib/system/client-address';
import { env } from '@/lib/system/env';
import { readNodeBody } from '@/lib/system/read-body';
import { receiveWebhook } from '@/lib/webhooks/receive-webhook.server';

/** Where the platform delivers to, below APP_URL. */
export const webhookPath = '/api/webhooks';

/** Hands a request of a Node server to the receiver, and answers it. */
export async function deliver(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { status, code } = await receiveWebhook({
    method: request.method ?? 'GET',
    header: (name) => headerOf(request, name),
    address: clientAddress({
      socketAddress: request.socket.remoteAddress ?? null,
      forwardedFor: headerOf(request, 'x-forwarded-for'),
      trustedProxies: env().TRUSTED_PROXIES,
    }),
    readBody: (limits) => readNodeBody(request, limits),
  });
  const body = JSON.stringify({ code });
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
  };
  if (request.complete) response.writeHead(status, headers).end(body);
  // What is left of a refused body is not waited for.
  else response.writeHead(status, { ...headers, connection: 'close' }).end(body, () => request.destroy());
}

function headerOf(request: IncomingMessage, name: string): string | null {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(', ') : (value ?? null);
}
