import type { IncomingMessage, ServerResponse } from 'node:http';
import { clientAddress } from '@/lib/system/http/client-address';
import { env } from '@/lib/system/env';
import { type BodyLimits, type BodyOutcome, readNodeBody } from '@/lib/system/http/read-body';
import { answerBody, type Delivery, receiveWebhook } from '@/lib/webhooks/receive-webhook.server';

/** Where the platform delivers to, below APP_URL. */
export const webhookPath = '/api/webhooks';

/** Hands a request of a Node server to the receiver, and answers it. */
export async function deliver(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const answer = await receiveWebhook(new NodeDelivery(request));
  const { status } = answer;
  const payload = answerBody(answer);
  const body = payload ? JSON.stringify(payload) : '';
  const headers = {
    ...(payload && { 'content-type': 'application/json' }),
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
  };
  if (request.complete) response.writeHead(status, headers).end(body);
  // What is left of a refused body is not waited for.
  else response.writeHead(status, { ...headers, connection: 'close' }).end(body, () => request.destroy());
}

/** A class, since it is made for each delivery: closures cost more to make than methods. */
class NodeDelivery implements Delivery {
  readonly #request: IncomingMessage;

  constructor(request: IncomingMessage) {
    this.#request = request;
  }

  get method(): string {
    return this.#request.method ?? 'GET';
  }

  get address(): string {
    return clientAddress({
      socketAddress: this.#request.socket.remoteAddress ?? null,
      forwardedFor: this.header('x-forwarded-for'),
      trustedProxies: env().TRUSTED_PROXIES,
    });
  }

  header(name: string): string | null {
    const value = this.#request.headers[name];
    return Array.isArray(value) ? value.join(', ') : (value ?? null);
  }

  readBody(limits: BodyLimits): Promise<BodyOutcome> {
    return readNodeBody(this.#request, limits);
  }
}
