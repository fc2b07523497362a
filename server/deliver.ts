import type { IncomingMessage, ServerResponse } from 'node:http';
import { clientAddress } from '@/lib/system/http/client-address';
import { env } from '@/lib/system/env';
import { metrics } from '@/lib/system/metrics/metrics';
import { type BodyLimits, type BodyOutcome, readNodeBody } from '@/lib/system/http/read-body';
import {
  answerBody,
  answerHeaders,
  type Delivery,
  type DeliveryAnswer,
  receiveWebhook,
} from '@/lib/webhooks/receive-webhook.server';

/** Path of the webhook endpoint, relative to APP_URL. */
export const webhookPath = '/api/webhooks';

/** Passes a webhook request of a Node server to receiveWebhook and sends the response. */
export async function deliver(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const delivery = new NodeDelivery(request);
  const answer = await (env().METRICS_PORT === undefined ? receiveWebhook(delivery) : receiveTimed(delivery));
  const { status } = answer;
  const payload = answerBody(answer);
  const body = payload ? JSON.stringify(payload) : '';
  const headers = {
    ...answerHeaders(answer),
    ...(payload && { 'content-type': 'application/json' }),
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
  };
  if (request.complete) response.writeHead(status, headers).end(body);
  // If the delivery was refused before its body was read completely, the rest of the body is not read, and the
  // connection is closed.
  else response.writeHead(status, { ...headers, connection: 'close' }).end(body, () => request.destroy());
}

async function receiveTimed(delivery: Delivery): Promise<DeliveryAnswer> {
  const startedAt = performance.now();
  const answer = await receiveWebhook(delivery);
  metrics().webhookAcknowledgement.observe({ result: answer.code }, (performance.now() - startedAt) / 1_000);
  return answer;
}

/**
 * Represents a request of the Node server as a webhook delivery. One object is created per delivery. An instance of a
 * class is cheaper to create than an object with closures.
 */
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
